import { oneByOne } from "../../../../provider/core/http/oneByOne";

/** Batches as a generator gives them; `log` says how far it has come. */
async function* batchesOf(
  batches: (number[] | Error)[],
  log: string[] = [],
): AsyncGenerator<number[], void, undefined> {
  try {
    for (const [at, batch] of batches.entries()) {
      log.push(`batch ${at + 1}`);
      await new Promise(setImmediate);
      if (batch instanceof Error) throw batch;
      yield batch;
    }
  } finally {
    log.push("ended");
  }
}

/** The same elements from a generator that yields each: what `oneByOne` must not differ from. */
async function* yielding(batches: AsyncGenerator<number[], void, undefined>): AsyncGenerator<number, void, undefined> {
  for await (const batch of batches) {
    for (const element of batch) yield element;
  }
}

const broken = new Error("broken");
const DONE = { done: true, value: undefined };
const settled = (steps: Promise<unknown>[]) => Promise.allSettled(steps);

describe("oneByOne", () => {
  test.each<[string, number[][], number[]]>([
    ["of several batches", [[1, 2], [3], [4, 5, 6]], [1, 2, 3, 4, 5, 6]],
    ["over empty batches", [[], [1], [], [], [2], []], [1, 2]],
    ["of none", [], []],
  ])("gives the elements %s in order", async (_, batches, expected) => {
    const given: number[] = [];
    for await (const element of oneByOne(batchesOf(batches))) given.push(element);
    expect(given).toEqual(expected);
  });

  test("asks for a batch when its first element is asked for, not before", async () => {
    const log: string[] = [];
    const elements = oneByOne(batchesOf([[1, 2], [3]], log));
    await new Promise(setImmediate);
    expect(log).toEqual([]);
    await elements.next();
    await elements.next();
    expect(log).toEqual(["batch 1"]);
    await elements.next();
    expect(log).toEqual(["batch 1", "batch 2"]);
  });

  test("ends the batches when a loop is left", async () => {
    const log: string[] = [];
    const elements = oneByOne(batchesOf([[1, 2], [3]], log));
    for await (const _ of elements) break;
    expect(log).toEqual(["batch 1", "ended"]);
    expect(await elements.next()).toEqual(DONE);
  });

  test("ends before the first step without asking for anything", async () => {
    const log: string[] = [];
    const elements = oneByOne(batchesOf([[1]], log));
    expect(await elements.return()).toEqual(DONE);
    expect(await elements.next()).toEqual(DONE);
    expect(log).toEqual([]);
  });

  test("ends the batches when it is disposed of", async () => {
    const log: string[] = [];
    const elements = oneByOne(batchesOf([[1, 2], [3]], log));
    await elements.next();
    await elements[Symbol.asyncDispose]();
    expect(log).toEqual(["batch 1", "ended"]);
    expect(await elements.next()).toEqual(DONE);
  });

  test("passes an end on while a batch is awaited, so that it can be cut short", async () => {
    const asked: string[] = [];
    let answer: (step: IteratorResult<number[], void>) => void = () => undefined;
    const batches = {
      next: () => new Promise((resolve) => (answer = resolve)),
      return: () => {
        asked.push("return");
        answer({ done: true, value: undefined });
        return Promise.resolve(DONE);
      },
    } as unknown as AsyncGenerator<number[], void, undefined>;
    const elements = oneByOne(batches);
    const next = elements.next();
    await new Promise(setImmediate);
    expect(await elements.return()).toEqual(DONE);
    expect(await next).toEqual(DONE);
    expect(asked).toEqual(["return"]);
  });

  type Use = (elements: AsyncGenerator<number, void, undefined>) => Promise<unknown>[];
  const nexts =
    (count: number): Use =>
    (elements) =>
      Array.from({ length: count }, () => elements.next());

  test.each<[string, (number[] | Error)[], Use]>([
    ["many ask at once", [[1, 2], [], [3, 4]], nexts(7)],
    ["many ask at once and a batch fails", [[1, 2], broken, [3]], nexts(5)],
    ["the first batch fails", [broken, [1]], nexts(2)],
    [
      "it is ended among many that ask",
      [[1, 2], [3]],
      (elements) => [...nexts(2)(elements), elements.return(), elements.next()],
    ],
    [
      "it is thrown an error among many that ask",
      [[1, 2], [3]],
      (elements) => [elements.next(), elements.throw(broken), elements.next()],
    ],
    ["it is thrown an error before the first step", [[1]], (elements) => [elements.throw(broken), elements.next()]],
  ])("answers as a generator would when %s", async (_, batches, use) => {
    const log: string[] = [];
    const expectedLog: string[] = [];
    const answers = await settled(use(oneByOne(batchesOf(batches, log))));
    expect(answers).toEqual(await settled(use(yielding(batchesOf(batches, expectedLog)))));
    expect(log).toEqual(expectedLog);
  });

  test("answers in order when it is asked again between two answers", async () => {
    const elements = oneByOne(
      batchesOf([
        [1, 2, 3],
        [4, 5],
      ]),
    );
    const order: unknown[] = [];
    const note = (step: IteratorResult<number, void>) => order.push(step.value);
    const first = elements.next().then((step) => {
      note(step);
      return elements.next().then(note);
    });
    await settled([first, elements.next().then(note), elements.next().then(note)]);
    expect(order).toEqual([1, 2, 3, 4]);
  });
});
