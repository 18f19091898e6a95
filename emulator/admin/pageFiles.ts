import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ServiceResponse } from "../response";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

/** Nothing is loaded from elsewhere or sent there, and no text becomes HTML. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const folder = path.join(__dirname, "../page");

/** A file of the page, as it is. `undefined` for a name that none has. */
export function pageFile(name: string): ServiceResponse | undefined {
  const type = TYPES[path.extname(name)];
  if (type === undefined || !readdirSync(folder).includes(name)) {
    return undefined;
  }
  return {
    status: 200,
    headers: { "content-type": type, "content-security-policy": POLICY, "referrer-policy": "no-referrer" },
    text: readFileSync(path.join(folder, name), "utf8"),
  };
}
