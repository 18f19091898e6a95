import { undoHtml } from "../../../../provider/core/secrets/readings";

describe("the character references of HTML", () => {
  test.each([
    ["by name", "&lt;b&gt; &amp; &quot;&apos;&nbsp;", `<b> & "'\u00a0`],
    ["by name, in capitals or without a semicolon", "&LT;b&gt &AMP &Quot;", '<b> & "'],
    ["by decimal code", "&#72;&#0101;&#128273;", "He🔑"],
    ["by hexadecimal code", "&#x48;&#X65;&#x1F511;", "He🔑"],
    ["the last character that there is", "&#x10ffff;", "\u{10ffff}"],
    ["codes beyond it, which become a replacement character", "a&#x110000;b&#9999999;", "a\ufffdb\ufffd"],
    ["only once", "&amp;lt;", "&lt;"],
    ["and nothing that is none", "&copy; &#; &x41; a & b", "&copy; &#; &x41; a & b"],
  ])("are replaced: %s", (_, text, replaced) => {
    expect(undoHtml(text)).toBe(replaced);
  });
});
