import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";

type Decoder = (body: Buffer, options: ZlibOptions) => Promise<Buffer>;

const decoder = (decompress: typeof gunzip): Decoder => promisify<Buffer, ZlibOptions, Buffer>(decompress);

/** Deflate travels within the zlib format, but some services leave that out. */
const inflateAny: Decoder = (body, options) =>
  decoder(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, options);

const DECODERS = new Map<string, Decoder>([
  ["gzip", decoder(gunzip)],
  ["x-gzip", decoder(gunzip)],
  ["deflate", inflateAny],
  ["br", decoder(brotliDecompress)],
  ["identity", (body) => Promise.resolve(body)],
]);

/** What is asked for in `Accept-Encoding`. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

/** What stands in the way of a body: it is larger than may be, or its encoding cannot be undone. */
export type DecodingProblem = { tooLarge: true } | { encoding: string };

/**
 * Undoes the `Content-Encoding` of a body, of which no more than `maxBytes` may come out. By node:zlib: the interceptor that
 * undici has for it prints a warning to the users of this package that it is experimental.
 */
export async function decodeBody(
  body: Buffer,
  contentEncoding: string | string[] | undefined,
  maxBytes: number,
): Promise<Buffer | DecodingProblem> {
  const encodings = [contentEncoding ?? []].flat().join(",").toLowerCase().split(",");
  let decoded = body;
  for (const encoding of encodings.map((name) => name.trim()).reverse()) {
    if (encoding === "" || decoded.length === 0) {
      continue;
    }
    const decode = DECODERS.get(encoding);
    if (decode === undefined) {
      return { encoding };
    }
    try {
      decoded = await decode(decoded, { maxOutputLength: maxBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? { tooLarge: true } : { encoding };
    }
  }
  return decoded;
}
