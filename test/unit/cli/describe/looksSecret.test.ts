import { looksLikeSecretArgument, looksSecret } from "../../../../cli/describe/looksSecret";

describe("a variable", () => {
  test.each([
    ["DB_PASSWORD", "x"],
    ["PGPASSWORD", "x"],
    ["apiToken", "x"],
    ["GITHUB_TOKEN", "x"],
    ["AWS_SECRET_ACCESS_KEY", "x"],
    ["AWS_ACCESS_KEY_ID", "x"],
    ["SENTRY_DSN", "x"],
    ["AZURE_CONNECTION_STRING", "x"],
    ["SIGNING_CERT", "x"],
    ["DATABASE_URL", "postgres://user:word@db.example.com/app"],
    ["STORE", "Server=db;User=app;Password=word"],
    ["LINK", "https://files.example.com/a?sig=abc"],
    ["ID", "-----BEGIN PRIVATE KEY-----\nMIIE"],
    ["SESSION", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"],
    ["HEADER", "Bearer abc"],
    ["CI", "ghp_abcdefgh12345678"],
    ["A", "aB3dE5fG7hJ9kL1mN2pQ"],
    ["B", "0123456789abcdef0123456789abcdef"],
  ])("%s of the value %s is taken for a secret", (name, value) => {
    expect(looksSecret(name, value)).toBe(true);
  });

  test.each([
    ["LOG_LEVEL", "info"],
    ["PORT", "8080"],
    ["MONKEY_BUSINESS", "on"],
    ["KEYBOARD", "qwerty"],
    ["AUTHOR", "Ada"],
    ["COMPASS", "north"],
    ["BASE_URL", "https://api.example.com/v1?page=1"],
    ["IMAGE", "registry.example.com/web:1.4.2"],
    ["FEATURES", "fast-start,compact-output,verbose-log"],
    ["MAIL", "ops@example.com"],
    ["ID", "6f1f8a1e-0000-4000-8000-00000000000a"],
    ["EMPTY", ""],
  ])("%s of the value %s is not", (name, value) => {
    expect(looksSecret(name, value)).toBe(false);
  });
});

describe("a word of a command", () => {
  test.each([
    ["with the flag before it", "word", "--password"],
    ["with its flag", "--db-password=word", undefined],
    ["that is a URL with a user", "redis://:word@cache", "--store"],
  ])("%s is taken for a secret", (_, word, before) => {
    expect(looksLikeSecretArgument(word, before)).toBe(true);
  });

  test.each([
    ["that is a flag", "--password", "run"],
    ["after a flag of another name", "info", "--log-level"],
    ["after a flag that has its value", "serve", "--password=x"],
    ["alone", "serve", undefined],
  ])("%s is not", (_, word, before) => {
    expect(looksLikeSecretArgument(word, before)).toBe(false);
  });
});
