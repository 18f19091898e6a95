import { object, required, text } from "./annotation";

/** A named value: an HTTP header or a tag. Both fields are needed: it stands in an array, which is sent whole. */
export const namedValue = () => object({ name: required(text()), value: required(text()) });

/** A header whose value may be a credential. */
export const header = () =>
  object({ name: required(text(), { ignoreCase: true }), value: required(text(), { secrecy: "sensitive" }) });
