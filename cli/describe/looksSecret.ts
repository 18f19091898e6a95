/** Words of a name, in lower case: `DB_PASSWORD` and `dbPassword` have two. */
export function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}

/** What names a value that is best taken for a secret, as a word of its own. */
const WORDS = new Set(
  (
    "auth authorization cert certificate cookie cred credential credentials creds dsn jwt key keys license otp pass " +
    "passphrase pin private pwd salt sas seed session sig signature token tokens webhook"
  ).split(" "),
);

/** The same inside a longer word: `PGPASSWORD`. */
const PARTS = /passw|pwd|secret|token|apikey|credential|connectionstring/;

/** What holds a credential whatever its name is. */
const CREDENTIALS = [
  /^[a-z][a-z\d+.-]*:\/\/[^\s/?#]*@/i, // a URL with a user
  /(?:password|passwd|pwd|secret|token|signature|sig|key)\s*=/i, // a connection string, a query
  /-----BEGIN /,
  /\beyJ[\w-]{8,}\.[\w-]+/, // a JSON Web Token
  /^(?:Bearer|Basic)\s/i,
  /\b(?:gh[opsur]_|github_pat_|glpat-|xox[abprs]-|sk-|[rs]k_(?:live|test)_|AKIA|AIza|hf_|npm_|pypi-|dop_v1_)[\w-]{8,}/,
];

/** What is made by chance: long, of one piece, and of several kinds of characters, or of the digits of a key. */
const RANDOM = [/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+/.=-]{20,}$/, /^[\da-f]{32,}$/i];

/** Whether a value is best taken for a credential, by its looks alone. */
export function looksLikeCredential(value: string): boolean {
  return CREDENTIALS.some((pattern) => pattern.test(value));
}

/** Whether the value of this name is best taken for a secret. It rather says yes: a secret too many costs one command. */
export function looksSecret(name: string, value: string): boolean {
  const words = wordsOf(name);
  return (
    words.some((word) => WORDS.has(word)) ||
    PARTS.test(words.join("")) ||
    looksLikeCredential(value) ||
    RANDOM.some((pattern) => pattern.test(value))
  );
}

/** Whether a word of a command line is best taken for a secret: `--password=…`, and what follows `--password`. */
export function looksLikeSecretArgument(word: string, before: string | undefined): boolean {
  const [, flag, value] = /^(-[^=]*)=(.*)$/s.exec(word) ?? [];
  if (flag !== undefined && value !== undefined) {
    return looksSecret(flag, value);
  }
  const isValue = before !== undefined && /^-[^=]+$/.test(before) && !word.startsWith("-");
  return isValue ? looksSecret(before, word) : looksLikeCredential(word);
}
