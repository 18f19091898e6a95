// Works on JSON *text*, because a number that goes through JSON.parse loses the digits that a double cannot hold.
// Every function here takes text that JSON.parse has accepted before.

/** The members of the object that `text` holds, each as its own JSON text; of a repeated member the last one, as in JSON.parse. */
export function memberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text[at] === '"') {
    const keyEnd = valueEnd(text, at);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = valueEnd(text, start);
    members.set(JSON.parse(text.slice(at, keyEnd)) as string, text.slice(start, end));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

/** The elements of the array that `text` holds, each as its own JSON text. */
export function elementTexts(text: string): string[] {
  const elements: string[] = [];
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (at < text.length && text[at] !== "]") {
    const end = valueEnd(text, at);
    elements.push(text.slice(at, end));
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return elements;
}

/** The JSON text of an object with these members, each given as JSON text; `undefined` ones are left out. */
export function objectText(members: Iterable<readonly [string, string | undefined]>): string {
  const parts: string[] = [];
  for (const [name, value] of members) if (value !== undefined) parts.push(`${JSON.stringify(name)}:${value}`);
  return `{${parts.join(",")}}`;
}

/**
 * `text` without the member at a dotted path such as `container.hash`. A path through an array counts for each of its
 * elements (`items.events`). A path that leads nowhere changes nothing.
 */
export function omitPath(text: string, path: readonly string[]): string {
  const [head, ...rest] = path;
  if (head === undefined) return text;
  const first = text[skipSpace(text, 0)];
  if (first === "[") return `[${elementTexts(text).map((element) => omitPath(element, path))}]`;
  if (first !== "{") return text;
  const members = memberTexts(text);
  const member = members.get(head);
  if (member === undefined) return text;
  if (rest.length === 0) members.delete(head);
  else members.set(head, omitPath(member, rest));
  return objectText(members);
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

function stringEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1);
  for (;;) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    quote = text.indexOf('"', quote + 1);
  }
}

function valueEnd(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return stringEnd(text, from);
  let at = from;
  if (first !== "{" && first !== "[") {
    while (at < text.length && !",]} \t\r\n".includes(text.charAt(at))) at++;
    return at;
  }
  let depth = 0;
  do {
    const character = text[at];
    if (character === '"') {
      at = stringEnd(text, at);
      continue;
    }
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    at++;
  } while (depth > 0);
  return at;
}
