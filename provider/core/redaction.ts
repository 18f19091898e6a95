/** What stands in a text where a secret stood. */
const REDACTED = "[secret]";

/** Shorter strings are no secrets: they occur in any text, and to replace them would tell more than it hides. */
const SHORTEST_SECRET = 3;

/** Base64 fragments below this length occur by chance. */
const SHORTEST_FRAGMENT = 8;

/**
 * Replaces each secret in a text by `[secret]`: as it is, and in its JSON-escaped, percent-encoded, base64 (also inside
 * longer base64, such as a Basic credential) and HTML-escaped forms. Where secrets overlap, the whole stretch is replaced.
 * Strings shorter than 3 characters are ignored.
 */
export function redact(text: string, secrets: Iterable<string>): string {
  const spans: [start: number, end: number][] = [];
  for (const form of allForms(secrets)) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + 1)) {
      spans.push([at, at + form.length]);
    }
  }
  spans.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let result = "";
  let done = 0;
  for (const [start, end] of spans) {
    if (start >= done) {
      result += text.slice(done, start) + REDACTED;
    }
    done = Math.max(done, end);
  }
  return result + text.slice(done);
}

function allForms(secrets: Iterable<string>): Set<string> {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length >= SHORTEST_SECRET) {
      for (const form of [
        secret,
        ...jsonForms(secret),
        ...urlForms(secret),
        ...base64Forms(secret),
        ...htmlForms(secret),
      ]) {
        forms.add(form);
      }
    }
  }
  return forms;
}

function jsonForms(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1);
  const ascii = (text: string, digits: (hex: string) => string) =>
    text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${digits(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`);
  // Some writers escape the slash, and some (for HTML's sake) the angle brackets and the ampersand.
  const html = escaped.replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
  return [escaped, html].flatMap((form) => [
    form,
    form.replaceAll("/", "\\/"),
    ascii(form, (hex) => hex),
    ascii(form, (hex) => hex.toUpperCase()),
  ]);
}

function urlForms(secret: string): string[] {
  // A lone surrogate has no UTF-8 form: encodeURIComponent would throw.
  const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, "\ufffd"));
  const strict = encoded.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const uri = encodeURI(secret.replace(/\p{Cs}/gu, "\ufffd"));
  return [encoded, strict, uri, strict.replaceAll("%20", "+")].flatMap((form) => [
    form,
    form.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase()),
  ]);
}

function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const forms = [bytes.toString("base64").replace(/=+$/, "")];
  for (const offset of [0, 1, 2]) {
    // The first and the last sign may hold bits of the neighbours: what lies between stands in any text that holds the secret.
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const inner = whole.toString("base64").slice(Math.ceil((offset * 8) / 6), Math.floor((whole.length * 8) / 6));
    if (inner.length >= SHORTEST_FRAGMENT) {
      forms.push(inner);
    }
  }
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

const QUOTES: [double: string, single: string][] = [
  ['"', "'"],
  ["&quot;", "&#39;"],
  ["&quot;", "&#x27;"],
  ["&quot;", "&#039;"],
  ["&quot;", "&apos;"],
  ["&#34;", "&#39;"],
];

function htmlForms(secret: string): string[] {
  const escaped = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return QUOTES.map(([double, single]) => escaped.replaceAll('"', double).replaceAll("'", single));
}

/** Makes a text of one line: colour codes, control and invisible characters go, runs of white space become one space. */
export function oneLine(text: string): string {
  return text
    .replace(/\u001b\[[0-9;]*[A-Za-z]/g, "")
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\p{Cf}+/gu, "")
    .replace(/\p{Cs}/gu, "\ufffd")
    .trim();
}

/** Texts beyond this many characters are cut before they are searched for secrets. */
const LONGEST_SEARCHED = 100_000;

/**
 * Makes a stranger's text fit for a message: no secret, one line, at most `limit` characters (cut with "…"). It is shortened
 * last, so that no part of a secret is left at the cut.
 */
export function quote(text: string, secrets: readonly string[], limit = 500): string {
  const searched = text.slice(0, LONGEST_SEARCHED);
  const clean = redact(oneLine(redact(searched, secrets)), secrets);
  if (searched.length < text.length && clean.length < LONGEST_SEARCHED / 2) {
    // What little is left of a very long text may end in part of a secret that was cut.
    return "";
  }
  return clean.length <= limit
    ? clean
    : `${clean
        .slice(0, limit)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}
