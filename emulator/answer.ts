/** What the emulator answers, before it is sent: data that a fault can still change. */
export interface Answer {
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** The body; `undefined` for none. */
  text?: string;
}

/** An answer with a JSON body that is given as text. */
export function jsonAnswer(status: number, text: string): Answer {
  return { status, headers: { "content-type": "application/json; charset=utf-8" }, text };
}
