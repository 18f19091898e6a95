import { existsSync } from "node:fs";

/** Where Chromium, or what is built from it, is installed by those who package it. */
const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser for the tests of the emulator's page: the one that CHROMIUM names, or else one of this machine; `undefined` where there is none. */
export function findBrowser(env = process.env) {
  return [env.CHROMIUM, ...PLACES].find((place) => place && existsSync(place));
}
