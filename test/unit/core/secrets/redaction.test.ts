import fc from "fast-check";
import { holdsSecret, lettersOf, mask, oneLine, quote, WITHHELD } from "../../../../provider/core/secrets/redaction";
import { cpuTimeOf } from "../../../support/cpuTime";
import { WRITINGS } from "../../../support/writings";

/** Characters that writings treat in their own ways. */
const SECRETS: [kind: string, secret: string][] = [
  ["a token", "sk-live-4eC39HqLyjW"],
  ["spaces", "correct horse battery"],
  ["quotes", `it's "quoted" \`well\``],
  ["letters beyond ASCII", "пароль-Schlüssel-鍵鍵"],
  ["emoji", "🔑key😀of👩‍👩‍👧house"],
  ["slashes", "a/b\\c//d\\\\e/f1"],
  ["line breaks and control characters", "line one\nline\ttwo\x07"],
  ["what HTML escapes", "<b>&amp;</b>&x=1"],
  ["what looks like escapes", "100%25\\u0041\\n%zz&lt;"],
  ["punctuation alone", "!$%&/()=?+*~#{}"],
];

const names = Object.keys(WRITINGS);
const write = (secret: string, writings: readonly string[]) =>
  writings.reduce((text, name) => WRITINGS[name]?.(text) ?? text, secret);

describe("a text that repeats a secret is withheld", () => {
  const twice = names.map((name): [string, string[]] => [`twice as ${name}`, [name, name]]);
  const WAYS: [sentence: string, writings: string[]][] = [
    ["as it is", []],
    ...names.map((name): [string, string[]] => [`as ${name}`, [name]]),
    ...twice,
    ["as JSON in a form in HTML", ["JSON", "a form", "HTML"]],
    ["as a URL in JSON of ASCII alone in Go's %q", ["a URL", "JSON of ASCII alone", "Go's %q"]],
    ["as base64 in a URL in JSON", ["base64", "a URL", "JSON"]],
    ["as HTML in a Basic credential in a hex dump", ["HTML", "a Basic credential", "a hex dump"]],
  ];

  test.each(WAYS)("%s", (_, writings) => {
    for (const [kind, secret] of SECRETS) {
      const text = `the value "${write(secret, writings)}" is not allowed`;
      expect([kind, text, quote(text, ["another secret", secret])]).toEqual([kind, text, WITHHELD]);
    }
  });

  test("in a part of the characters alone, and in escapes that are malformed", () => {
    for (const text of [
      "corr%65ct%20horse+b%61ttery%",
      "correct%2520horse%0Abattery%C3",
      "&#99orrect horse &ltbattery",
    ]) {
      expect(quote(text, ["correct horse battery"])).toBe(WITHHELD);
    }
  });

  test.each([
    ["CORRECT HORSE BATTERY", "correct horse battery"],
    ["STRASSE AM SCHLOSS", "Straße am Schloß"],
    ["correct-horse\u200b-battery", "correct horse battery"],
    ["correct horse\n    battery", "correct horse battery"],
    ["ｃｏｒｒｅｃｔ horse b\u00e1ttery", "correct horse battery"],
  ])("in other case, punctuation, white space or width: %j", (text, secret) => {
    expect(quote(text, [secret])).toBe(WITHHELD);
  });

  test.each([
    ["as escaped bytes", "!$\\x25\\x26/()"],
    ["as a list of bytes with commas", "[33, 36, 37, 38, 47, 40, 41]"],
  ])("though it is punctuation alone: %s", (_, text) => {
    expect(quote(text, ["!$%&/()"])).toBe(WITHHELD);
  });

  test("though the secret itself has more layers than can be undone", () => {
    const secret = `%${"25".repeat(90)}&${"amp;".repeat(75)}`;
    expect(quote(lettersOf(secret), [secret])).toBe(WITHHELD);
  });

  test("in up to three writings of any kind, whatever it is and whatever stands around it", () => {
    const word = fc.string({ unit: "grapheme", maxLength: 30 });
    const delimiter = fc.constantFrom(" ", '"', "'", ":", "=", "(", ", ", "\n", " Bearer ");
    const secret = fc.oneof(
      fc.string({ unit: "grapheme", minLength: 6, maxLength: 40 }),
      fc.string({ unit: "grapheme-ascii", minLength: 6, maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(..."abcXYZ019-_/+=.:@%&\\\"' "), minLength: 6, maxLength: 40 }),
    );
    const writings = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(word, delimiter, secret, writings, delimiter, word, (before, open, hidden, ways, close, after) => {
        expect(quote(before + open + write(hidden, ways) + close + after, [hidden])).toBe(WITHHELD);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("a text that repeats no secret is quoted as it is", () => {
  test.each<[sentence: string, text: string, secrets: string[]]>([
    ["where nothing is secret", "replicas must be at most 500", []],
    ["where the secret is another", "the container group is not found", ["hunter2-hunter2"]],
    ["where it has part of a secret alone", "correct horse", ["correct horse battery"]],
    ["where the secret has fewer than 6 characters", "port 8080 is debug", ["8080", "debug", "a", ""]],
    ["where few letters of the secret are in it, and not its punctuation", "a b c d", ["a.b!c?d"]],
    ["where the secret is the end of the text and the start of what it says", "tery &amp; bat", ["battery"]],
    ["where the same holds of a secret without letters", "/() &amp; !$%", ["!$%/()"]],
    [
      "with references and escapes of characters that there are not",
      "hunter2&#x110000;\\U99999999hunter2",
      ["hunter3-hunter3"],
    ],
    ["where two encodings beside each other would make it", "ISQlJiEkJSY= LygpPS8oKT0=", ["%&/()="]],
    ["with its escapes", "100%25 of &lt;b&gt; is \\u0041 and dGhlIGNvbnRhaW5lcg==", ["the containers"]],
  ])("%s", (_, text, secrets) => {
    expect(quote(text, secrets)).toBe(text);
  });

  test("whatever it is written as", () => {
    const harmless = fc.constantFrom(
      "container",
      "group",
      "is not allowed",
      "500",
      "<b>",
      "&",
      "100%",
      "ü",
      '"',
      "\\",
      "/",
    );
    const secret = fc.string({ unit: fc.constantFrom(..."qzjkQZJK.- "), minLength: 8, maxLength: 40 });
    const writings = fc.array(fc.constantFrom(...names), { maxLength: 1 });
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 8 }), writings, secret, (words, ways, hidden) => {
        fc.pre(/[a-z].*[a-z]/i.test(hidden));
        const text = write(words.join(" "), ways);
        expect(quote(text, [hidden], 10_000)).toBe(oneLine(text));
      }),
    );
  });
});

describe("a quote", () => {
  test("is withheld before it is shortened, so no part of a secret is left at the cut", () => {
    const secret = "sk-1234567890abcdef";
    expect(quote(`${"x".repeat(497)} ${secret}`, [secret])).toBe(WITHHELD);
    expect(quote(`${"x".repeat(5000)} ${secret}`, [secret])).toBe(WITHHELD);
    expect(quote(`${"x".repeat(497)} not so`, [secret])).toBe(`${"x".repeat(497)} no…`);
  });

  test.each([
    ["is not cut where all of it fits", "abcde", "abcde"],
    ["does not cut a character in two", "😀xx😀😀", "😀xx…"],
    ["has no space where it is cut", "abcd efgh", "abcd…"],
  ])("%s", (_, text, quoted) => {
    expect(quote(text, [], 5)).toBe(quoted);
  });

  test("is the start of a very long text", () => {
    expect(quote("no ".repeat(10_000), [], 5)).toBe("no no…");
  });

  test("is nothing of a very long text that is mostly white space: it may end in part of a secret", () => {
    expect(quote(`${" ".repeat(19_990)}sk-1234567890abcdef`, ["sk-1234567890abcdef"])).toBe("");
  });

  test("is withheld where it begins like a secret that is longer than any quote", () => {
    const secret = Array.from({ length: 9000 }, (_, index) => index).join(" ");
    expect(quote(`too long: ${secret}`, [secret])).toBe(WITHHELD);
    expect(quote(`too long: ${secret.slice(0, 600)}…`, [secret])).toBe(WITHHELD);
  });

  test("is withheld where a secret only appears when control characters go", () => {
    expect(quote("key !\u200b?\u001b[31m%$§&", ["!?%$§&"])).toBe(WITHHELD);
  });

  test("is withheld where there are more layers than can be undone", () => {
    expect(holdsSecret(`%${"25".repeat(9999)}`, ["hunter2-hunter2"])).toBe(true);
  });

  test("is made in less than five seconds of CPU time, of any text and with thousands of secrets", () => {
    const secrets = Array.from({ length: 5000 }, (_, index) => `secret-number-${index}-${"y".repeat(20)}`);
    const texts = ["%", "&amp;", "\\", "\\u0041", "0x", "12 ", "a ", "YWFh", " - ", "🔑"];
    const search = () => texts.forEach((text) => holdsSecret(text.repeat(20_000 / text.length), secrets));
    expect(cpuTimeOf(search)).toBeLessThan(5000);
  });
});

describe("oneLine", () => {
  test.each([
    ["control characters and line breaks become one space", "a\u0000\r\n\t b\u007f", "a b"],
    ["colour codes go", "\u001b[31mred\u001b[0m", "red"],
    ["characters that turn the direction of text go", "a\u202eb\u200bc", "abc"],
    ["half a surrogate pair becomes a replacement character", "a\ud800", "a\ufffd"],
  ])("%s", (_, text, expected) => {
    expect(oneLine(text)).toBe(expected);
  });
});

test("our own words are searched for the key as it is alone, unless it is short", () => {
  expect(mask("try sk-123456 or sk-123456", "sk-123456")).toBe("try [secret] or [secret]");
  expect(mask("update container group", "up")).toBe("update container group");
});
