import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { EmulatorOptions } from "../options";

/** The certificate and the key of `--tls-cert` and `--tls-key`. Throws an error of one line that names the flag. */
export function readTls(certFile: string, keyFile: string): NonNullable<EmulatorOptions["tls"]> {
  const tls = { cert: read("tls-cert", certFile), key: read("tls-key", keyFile) };
  taken(`--tls-cert ${certFile} with --tls-key ${keyFile}`, () => createSecureContext(tls));
  return tls;
}

const read = (flag: string, file: string): string => taken(`--${flag}`, () => readFileSync(file, "utf8"));

function taken<T>(what: string, take: () => T): T {
  try {
    return take();
  } catch (error) {
    throw new Error(`${what} cannot be taken: ${(error as Error).message}`);
  }
}
