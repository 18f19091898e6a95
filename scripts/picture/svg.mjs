/** The colours, by what they are for. */
export const themes = {
  light: { back: "#f6f8fa", edge: "#d1d9e0", text: "#1f2328", dim: "#59636e", added: "#1a7f37", changed: "#9a6700" },
  dark: { back: "#151b23", edge: "#3d444d", text: "#f0f6fc", dim: "#9198a1", added: "#3fb950", changed: "#d29922" },
};

const SIZE = { column: 7.25, line: 18, margin: 16, font: 12 };

/** What a line is, by how it begins: a prompt or a remark, something new, something that differs. */
const KINDS = { dim: /^[$#]/, added: /^\s*\+/, changed: /^\s*~/ };

const kindOf = (line) => Object.keys(KINDS).find((kind) => KINDS[kind].test(line)) ?? "text";

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * Lines as a picture.
 *
 * @param {readonly string[]} lines
 * @param {{ title: string, theme: Record<string, string> }} options `title`: what a reader hears who does not see it
 * @returns {string}
 */
export function drawn(lines, { title, theme }) {
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * SIZE.column + 2 * SIZE.margin);
  const height = lines.length * SIZE.line + 2 * SIZE.margin;
  const rows = lines.map((line, index) => {
    const y = SIZE.margin + (index + 0.75) * SIZE.line;
    // Spaces that no viewer drops or joins.
    return `<text x="${SIZE.margin}" y="${y}" fill="${theme[kindOf(line)]}">${escaped(line).replaceAll(" ", "\u00a0")}</text>`;
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
