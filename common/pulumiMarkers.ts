import { UNKNOWN } from "./unknown";

/** The key by which Pulumi tells its own kinds of values (secrets, assets, resources) from plain objects. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";

/** The value of that key in a secret. */
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** Every string that the engine takes for an unknown value: of a string, boolean, number, array, asset, archive and object. */
export const UNKNOWN_MARKERS: ReadonlySet<string> = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);
