import { drawn, linesOf } from "../../support/scripts";

const escape = (sequence: string) => `${String.fromCharCode(27)}[${sequence}m`;

const theme = { back: "#fff", edge: "#ddd", text: "#000", 2: "#0a0" };

test("colours and bold hold until they are reset, over the end of a line too", () => {
  const output = `plain ${escape("38;5;2")}${escape("1")}green\nstill${escape("0")} plain`;
  expect(linesOf(output)).toEqual([
    [
      { text: "plain ", color: "text", bold: false },
      { text: "green", color: "2", bold: true },
    ],
    [
      { text: "still", color: "2", bold: true },
      { text: " plain", color: "text", bold: false },
    ],
  ]);
});

test("a picture has a line for each line, escapes what XML takes for its own, and keeps spaces", () => {
  const picture = drawn(linesOf(`a <b> & c\n\n  ${escape("38;5;2")}d`), { title: 'The "title" & more', theme });
  expect(picture).toContain(`<tspan fill="#000">a\u00a0&lt;b&gt;\u00a0&amp;\u00a0c</tspan>`);
  expect(picture).toContain(`<tspan fill="#000">\u00a0\u00a0</tspan><tspan fill="#0a0">d</tspan>`);
  expect(picture).toContain('<title>The "title" &amp; more</title>');
  expect(picture.match(/<text /g)).toHaveLength(3);
});

test("a colour that a theme does not have is that of plain text", () => {
  expect(drawn(linesOf(`${escape("38;5;99")}x`), { title: "t", theme })).toContain('<tspan fill="#000">x</tspan>');
});
