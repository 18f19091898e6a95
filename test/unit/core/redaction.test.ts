import fc from "fast-check";
import { oneLine, quote, redact } from "../../../provider/core/redaction";

const secret = "p@ss/w\"o<r>d&\n'ü+ 😀";

describe("redact", () => {
  test.each<[string, string]>([
    ["as it is", secret],
    ["in JSON", JSON.stringify(secret).slice(1, -1)],
    ["in JSON with escaped slashes", JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/")],
    [
      "in JSON of ASCII alone",
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ],
    [
      "in JSON made safe for HTML",
      JSON.stringify(secret)
        .slice(1, -1)
        .replace(/[<>&]/g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
    ],
    ["percent-encoded", encodeURIComponent(secret)],
    ["percent-encoded in lower case", encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase())],
    ["in a form", new URLSearchParams([["k", secret]]).toString().slice(2)],
    ["in base64", Buffer.from(secret).toString("base64")],
    ["in base64 for URLs", Buffer.from(secret).toString("base64url")],
    [
      "escaped for HTML",
      secret
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;"),
    ],
  ])("takes out a secret %s", (_, form) => {
    expect(redact(`a ${form} z`, [secret])).toMatch(/^a \[secret\]=* z$/);
  });

  test.each(["u:", "us:", "user:", ""])("takes out a secret inside the Basic credential of %j", (user) => {
    const credential = Buffer.from(`${user}correct horse battery`).toString("base64");
    const redacted = redact(`Basic ${credential}`, ["correct horse battery"]);
    expect(redacted).toContain("[secret]");
    expect(Buffer.from(redacted.replace("[secret]", ""), "base64").toString()).not.toMatch(/horse/);
  });

  test("takes the longest of several at one place", () => {
    expect(redact("token-123", ["token", "token-123"])).toBe("[secret]");
  });

  test("takes out the whole stretch where secrets overlap", () => {
    expect(redact("xabcdefx", ["abcd", "cdef"])).toBe("x[secret]x");
    expect(redact("aaaa", ["aaa"])).toBe("[secret]");
  });

  test("ignores what is shorter than three characters", () => {
    expect(redact("a to b", ["a", "to", ""])).toBe("a to b");
  });

  test("takes sign for sign, not as a pattern", () => {
    expect(redact("a.c abc $&", ["a.c", "$& "])).toBe("[secret] abc $&");
  });

  test("leaves no secret between its marks, whatever the text and the secrets", () => {
    const word = fc.string({
      minLength: 3,
      maxLength: 8,
      unit: fc.constantFrom("a", "b", '"', "<", "é", "\ud800", "/"),
    });
    const piece = fc.oneof(fc.string(), word);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.array(piece), fc.nat(), (secrets, pieces, at) => {
        const text = [...pieces.slice(0, at), ...secrets, ...pieces.slice(at)].join("");
        for (const left of redact(text, secrets).split("[secret]")) {
          expect(secrets.filter((candidate) => left.includes(candidate))).toEqual([]);
        }
      }),
    );
  });
});

describe("oneLine", () => {
  test.each([
    ["control characters and line breaks become one space", "a\u0000\r\n\t b\u007f", "a b"],
    ["colour codes go", "\u001b[31mred\u001b[0m", "red"],
    ["signs that turn the direction of text go", "a\u202eb\u200bc", "abc"],
    ["half a surrogate pair becomes a replacement sign", "a\ud800", "a\ufffd"],
  ])("%s", (_, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});

describe("quote", () => {
  test("shortens after it took the secrets out, so no part of one is left at the cut", () => {
    const text = `${"x".repeat(490)} sk-1234567890abcdef`;
    expect(quote(text, ["sk-1234567890abcdef"])).toBe(`${"x".repeat(490)} [secret]`);
    expect(quote(`${"x".repeat(497)} sk-1234567890abcdef`, ["sk-1234567890abcdef"])).not.toContain("sk-");
  });

  test("takes out a secret that only appears when control characters go, and one with a line break", () => {
    expect(quote("key s\u200bk-12345", ["sk-12345"])).toBe("key [secret]");
    expect(quote("key line1\nline2.", ["line1\nline2"])).toBe("key [secret].");
  });

  test("does not cut a sign in two", () => {
    expect(quote(`${"x".repeat(4)}😀😀`, [], 5)).toBe("xxxx…");
  });

  test("gives nothing of a very long text that is mostly white space: it may end in part of a secret", () => {
    expect(quote(`${" ".repeat(99_990)}sk-1234567890abcdef`, ["sk-1234567890abcdef"])).toBe("");
  });
});
