import {
  mask,
  oneLine,
  quote,
  repeatedCredential,
  WITHHELD,
  type SecretTexts,
} from "../../../../provider/core/secrets/redaction";
import { cpuTimeOf } from "../../../support/cpuTime";

const NAME = "container.logging.datadog.apiKey";
const credential = (...texts: string[]): SecretTexts => ({
  credentials: texts.map((text, index) => ({ text, name: index === texts.length - 1 ? NAME : "another" })),
  plain: [],
});
const plain = (...values: string[]): SecretTexts => ({ credentials: [], plain: values });
const NONE = plain();

describe("a text that repeats a credential is withheld, and the argument named", () => {
  // prettier-ignore
  const SECRETS: [kind: string, secret: string][] = [
    ["a token", "sk-live-4eC39HqLyjW"],
    ["eight characters", "hunter2!"],
    ["spaces", "correct horse battery"],
    ["quotes", `it's "quoted" \`well\``],
    ["letters beyond ASCII", "пароль-Schlüssel-鍵鍵"],
    ["emoji", "🔑key😀of👩house"],
    ["slashes", "a/b\\c//d\\\\e/f1"],
    ["line breaks", "line one\nline\ttwo"],
    ["what looks like escapes", "100%25\\u0041\\n%zz&lt;"],
    ["punctuation alone", "!$%&/()=?+*~#{}"],
  ];
  const json = (text: string) => JSON.stringify(text).slice(1, -1);
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const unit = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // prettier-ignore
  test.each<[string, (text: string) => string]>([
    ["as it is", (text) => text],
    ["as JSON", json],
    ["as JSON twice", (text) => json(json(text))],
    ["as JSON with escaped slashes", (text) => json(text).replaceAll("/", "\\/")],
    ["as JSON of ASCII alone", (text) => json(text).replace(/[^\x20-\x7e]/g, unit)],
    ["as JSON made safe for HTML", (text) => json(text).replace(/[<>&]/g, unit)],
    ["in a URL", encodeURIComponent],
    ["in a URL in lower case", (text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase())],
    ["in a URL twice", (text) => encodeURIComponent(encodeURIComponent(text))],
    ["in a form", (text) => new URLSearchParams([["", text]]).toString().slice(1)],
    ["in base64", base64],
    ["in base64 after one byte", (text) => base64(`:${text}`)],
    ["in base64 after two bytes", (text) => base64(`u:${text}`)],
    ["in base64 with bytes around it", (text) => base64(`user:${text}\n`)],
    ["in base64 for URLs", (text) => Buffer.from(text).toString("base64url")],
    ["in base64 in lines", (text) => base64(text).replace(/.{13}/g, "$&\n")],
  ])("%s", (_, write) => {
    for (const [kind, secret] of SECRETS) {
      const text = `the value "${write(secret)}" is not allowed`;
      expect([kind, quote(text, credential("another secret", secret))]).toEqual([kind, WITHHELD + NAME]);
    }
  });

  test("also where it only appears when control characters go, and where its line breaks are spaces", () => {
    expect(quote("key hunter\u200b2-\u001b[31mhunter2", credential("hunter2-hunter2"))).toBe(WITHHELD + NAME);
    expect(quote("key BEGIN abc", credential("BEGIN\n  abc"))).toBe(WITHHELD + NAME);
  });

  test("before it is cut, so that no part of a secret is left at the cut", () => {
    const secret = "sk-1234567890abcdef";
    expect(quote(`${"x".repeat(497)} ${secret}`, credential(secret))).toBe(WITHHELD + NAME);
    expect(quote(`${"x".repeat(5000)} ${secret}`, credential(secret))).toBe(WITHHELD + NAME);
    expect(quote(`${" ".repeat(19_990)}${secret}`, credential(secret))).toBe("");
  });

  test("where it begins like a secret that is longer than any quote", () => {
    const secret = Array.from({ length: 9000 }, (_, index) => index).join(" ");
    expect(quote(`too long: ${secret.slice(0, 600)}…`, credential(secret))).toBe(WITHHELD + NAME);
  });

  test("in less than five seconds of CPU time, with thousands of secrets", () => {
    const secrets = credential(
      ...Array.from({ length: 5000 }, (_, index) => `secret-number-${index}-${"y".repeat(20)}`),
    );
    expect(cpuTimeOf(() => repeatedCredential("%25\\u0041 ".repeat(2000), secrets))).toBeLessThan(5000);
  });
});

describe("a text that repeats no credential is shown", () => {
  // prettier-ignore
  test.each<[sentence: string, text: string, secrets: SecretTexts, shown?: string]>([
    ["where the secret is another", "the container group is not found", credential("hunter2-hunter2")],
    ["where it has part of a secret alone", "correct horse", credential("correct horse battery")],
    ["where the secret has fewer than 8 characters", "port 8080 is integer", credential("8080", "integer", "a", "")],
    ["where white space is most of the secret", "a b c", credential("a\n\n\n\n\n\n\n\nb")],
    ["though TYPE=integer stands in it", "replicas must be an integer", plain("integer")],
    ["though TIMEOUT=100000 stands in it", "the limit is 100000 ms", plain("100000")],
    ["but for NODE_ENV=production", "cannot run in production: no quota", plain("production"), "cannot run in [secret]: no quota"],
    ["but for MODE=container, as a whole word", "container of containers and a subcontainer", plain("container"), "[secret] of containers and a subcontainer"],
    ["but for a value that begins with punctuation", "gota/b/c/d/e!", plain("/b/c/d/e"), "gota[secret]!"],
    ["but for a longer value before a shorter one", "at postgres://db/main", plain("postgres", "postgres://db/main"), "at [secret]"],
    ["but for a value with quotes that is escaped", '{"got":"say \\"hello\\""}', plain('say "hello"'), '{"got":"[secret]"}'],
    ["but for a value that ends in punctuation", "got p@ss(word)x", plain("p@ss(word)"), "got [secret]x"],
    ["but for a value at the cut", `${"x".repeat(490)} production`, plain("production"), `${"x".repeat(490)} [secret]`],
  ])("%s", (_, text, secrets, shown = text) => {
    expect(quote(text, secrets)).toBe(shown);
  });
});

describe("a quote", () => {
  test.each([
    ["is not cut where all of it fits", "abcde", "abcde"],
    ["does not cut a character in two", "😀xx😀😀", "😀xx…"],
    ["has no space where it is cut", "abcd efgh", "abcd…"],
    ["is the start of a very long text", "no ".repeat(10_000), "no no…"],
  ])("%s", (_, text, quoted) => {
    expect(quote(text, NONE, 5)).toBe(quoted);
  });
});

test.each([
  ["control characters and line breaks become one space", "a\u0000\r\n\t b\u007f", "a b"],
  ["colour codes go", "\u001b[31mred\u001b[0m", "red"],
  ["characters that turn the direction of text go", "a\u202eb\u200bc", "abc"],
  ["half a surrogate pair becomes a replacement character", "a\ud800", "a\ufffd"],
])("in one line, %s", (_, text, expected) => {
  expect(oneLine(text)).toBe(expected);
});

test("our own words are searched for the key as it is alone, unless it is short", () => {
  expect(mask("try sk-123456 or sk-123456", "sk-123456")).toBe("try [secret] or [secret]");
  expect(mask("update container group", "up")).toBe("update container group");
});
