import { createInterface } from "node:readline";
import type { CliContext } from "./context";

const STYLES = { bold: [1, 22], red: [31, 39] } as const;

/** Puts a style around a text, where standard error shows styles. */
export function styled(style: keyof typeof STYLES, text: string, { stderr, env }: CliContext): string {
  const isPlain = Boolean(env["NO_COLOR"]) || stderr.isTTY !== true || stderr.hasColors?.() === false;
  const [on, off] = STYLES[style];
  return isPlain ? text : `\u001b[${on}m${text}\u001b[${off}m`;
}

/** Whether there is somebody to ask: who sees standard error and can type. */
export function canAsk({ stdin, stderr }: CliContext): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks a question on standard error. Whatever is not "y" or "yes" is a no, the end of the input too. */
export async function confirm(question: string, { stdin, stderr }: CliContext): Promise<boolean> {
  // As lines: the terminal itself shows what is typed, and a Ctrl-C ends the process.
  const reader = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    const answer = await new Promise<string | undefined>((resolve) => {
      reader.once("close", () => resolve(undefined));
      reader.question(`${question} [y/N] `, resolve);
    });
    if (answer === undefined) {
      stderr.write("\n");
    }
    return /^y(es)?$/i.test(answer?.trim() ?? "");
  } finally {
    reader.close();
  }
}
