/** The colours, by what they are for. The numbers are those of a terminal's palette that the CLI uses. */
export const themes = {
  light: {
    back: "#f6f8fa",
    edge: "#d1d9e0",
    text: "#1f2328",
    dim: "#59636e",
    1: "#cf222e",
    2: "#1a7f37",
    3: "#9a6700",
    5: "#8250df",
    12: "#0969da",
    13: "#8250df",
  },
  dark: {
    back: "#151b23",
    edge: "#3d444d",
    text: "#f0f6fc",
    dim: "#9198a1",
    1: "#ff7b72",
    2: "#3fb950",
    3: "#d29922",
    5: "#bc8cff",
    12: "#58a6ff",
    13: "#bc8cff",
  },
};

const SIZE = { column: 7.25, line: 18, margin: 16, font: 12 };

/** A piece of a line in one colour. @typedef {{ text: string, color: string, bold: boolean }} Span */

/** An escape sequence of a terminal, for colours and bold: the character 27, and what it asks for. */
const ESCAPE = new RegExp(`${String.fromCharCode(27)}\\[([\\d;]*)m`);

const PLAIN = { color: "text", bold: false };

/** The style after an escape sequence. */
function restyled(style, sequence) {
  if (sequence === "1") {
    return { ...style, bold: true };
  }
  const [, color] = /^38;5;(\d+)$/.exec(sequence) ?? [];
  return color === undefined ? PLAIN : { ...style, color };
}

/**
 * The lines of what a terminal shows.
 *
 * @param {string} output with the escape sequences of its colours
 * @returns {Span[][]}
 */
export function linesOf(output) {
  let style = PLAIN;
  return output.split("\n").map((line) =>
    line.split(ESCAPE).flatMap((part, index) => {
      const isSequence = index % 2 === 1;
      if (isSequence) {
        style = restyled(style, part);
      }
      return isSequence || part === "" ? [] : [{ text: part, ...style }];
    }),
  );
}

/** Spaces that no viewer drops or joins. */
const FIRM_SPACE = "\u00a0";

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);

function drawnSpan({ text, color, bold }, theme) {
  const weight = bold ? ' font-weight="bold"' : "";
  return `<tspan fill="${theme[color] ?? theme.text}"${weight}>${escaped(text).replaceAll(" ", FIRM_SPACE)}</tspan>`;
}

/**
 * Lines as a picture.
 *
 * @param {readonly Span[][]} lines
 * @param {{ title: string, theme: Record<string, string> }} options `title`: what a reader hears who does not see it
 * @returns {string}
 */
export function drawn(lines, { title, theme }) {
  const columns = Math.max(...lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0)));
  const width = Math.ceil(columns * SIZE.column + 2 * SIZE.margin);
  const height = lines.length * SIZE.line + 2 * SIZE.margin;
  const rows = lines.map((line, index) => {
    const y = SIZE.margin + (index + 0.75) * SIZE.line;
    return `<text x="${SIZE.margin}" y="${y}">${line.map((span) => drawnSpan(span, theme)).join("")}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(title)}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.back}" stroke="${theme.edge}"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${SIZE.font}">
${rows.join("\n")}
</g>
</svg>
`;
}
