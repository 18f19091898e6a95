import { provider } from "./build.mjs";
import { code, table } from "./markdown.mjs";

const { RULES } = provider("settings", "rules.js");

const settings = Object.entries(RULES).map(([name, rule]) => ({ name, ...rule }));

/** A setting of another kind than those of the rules. */
const PROFILES = {
  name: "profiles",
  meaning: "Further sets of these settings, by name: [profiles](#profiles)",
  must: "must be an object: names of profiles, and settings under each",
};

const NAME = { key: ({ name }) => code(name), meaning: ({ meaning }) => meaning };
const VARIABLE = { "environment variable": ({ env }) => (env ? code(env) : "") };

/** What is made of the rules of the settings, by the name of the block. */
export const settingsBlocks = {
  settings: () =>
    table(
      {
        ...NAME,
        "must be": ({ must }) => must.replace(/^must be /, "").replace(/(?<=matches ).*$/, code),
        default: ({ fallback }) => (fallback === undefined ? "none" : code(fallback)),
        ...VARIABLE,
      },
      [...settings, PROFILES],
    ),
  "settings-with-variables": () =>
    table(
      { ...NAME, ...VARIABLE },
      settings.filter(({ env }) => env !== undefined),
    ),
};
