import { request } from "undici";
import type { Emulator } from "../../../emulator";

/** Reads an emulator's server-sent events. */
export class EventReader {
  /** All that was read. */
  text = "";
  #rest = "";

  private constructor(
    private readonly chunks: AsyncIterator<Buffer>,
    readonly close: () => void,
  ) {}

  static async open(emulator: Emulator): Promise<EventReader> {
    const abort = new AbortController();
    const { body, headers } = await request(new URL("/__admin/events", emulator.url), { signal: abort.signal });
    expect(headers["content-type"]).toBe("text/event-stream");
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    return new EventReader(chunks, () => abort.abort());
  }

  /** The data of the next event of this name; others are passed over. */
  async next(event: string): Promise<unknown> {
    for (;;) {
      const [block, ...others] = this.#rest.split("\n\n");
      if (others.length === 0) {
        const { value, done } = await this.chunks.next().catch(() => ({ value: undefined, done: true }));
        if (done) {
          throw new Error("the events have ended");
        }
        this.text += String(value);
        this.#rest += String(value);
        continue;
      }
      this.#rest = others.join("\n\n");
      const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(block ?? "") ?? [];
      if (name === event) {
        return JSON.parse(data);
      }
    }
  }
}
