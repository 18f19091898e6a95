import { Remaining } from "../../../bench/lib/remaining";
import { orderIn, runContests, type Contest } from "../../../bench/lib/rounds";

describe("the contenders of a round", () => {
  it("each begin as often as the others", () => {
    expect([0, 1, 2, 3].map((round) => orderIn(round, ["a", "b", "c"]).join(""))).toEqual(["abc", "bca", "cab", "abc"]);
  });
});

describe("contests", () => {
  const contest = (size: number, rounds: number, log: string[]): Contest => ({
    title: `${size} groups`,
    size,
    contenders: ["bare", "ours"],
    rounds,
    seconds: 60,
    turn: async (contender, tell) => {
      log.push(`${size} ${contender}`);
      tell({ measure: "create", unit: "ms", value: size * 2 }, { measure: "requests", unit: "requests", value: size });
      tell({ measure: "preview", unit: "ms", value: size });
    },
  });

  it("run one after the other, alternating within a round, and give every figure", async () => {
    const log: string[] = [];
    const samples = await runContests({ say: () => {} }, [contest(10, 2, log), contest(20, 1, log)]);
    expect(log).toEqual(["10 bare", "10 ours", "10 ours", "10 bare", "20 bare", "20 ours"]);
    expect(samples).toHaveLength(18);
    expect(samples[0]).toEqual({ measure: "create", contender: "bare", size: 10, unit: "ms", value: 20 });
    expect(samples.at(-1)).toEqual({ measure: "preview", contender: "ours", size: 20, unit: "ms", value: 20 });
  });

  it("say a line for what is told at once, with what remains", async () => {
    const said: string[] = [];
    await runContests({ say: (text) => said.push(text) }, [contest(10, 1, [])]);
    expect(said).toHaveLength(4);
    expect(said[0]).toBe("10 groups, round 1 of 1, bare: create 20 ms, requests 10 (about 2 min to go)");
    expect(said[3]).toBe("10 groups, round 1 of 1, ours: preview 10 ms (about 5 s to go)");
  });

  it("end with the first turn that fails", async () => {
    const failing = { ...contest(10, 3, []), turn: () => Promise.reject(new Error("pulumi failed")) };
    await expect(runContests({ say: () => {} }, [failing])).rejects.toThrow("pulumi failed");
  });
});

describe("what remains", () => {
  const turns = [
    { key: "bare", guess: 100 },
    { key: "ours", guess: 50 },
    { key: "bare", guess: 100 },
    { key: "ours", guess: 50 },
  ];

  it("is what was guessed before anything was measured, less what has gone by of the turn at hand", () => {
    expect(new Remaining(turns).milliseconds()).toBe(300);
    expect(new Remaining(turns).milliseconds(30)).toBe(270);
    expect(new Remaining(turns).milliseconds(1000)).toBe(200);
  });

  it("is what turns of the same key took, and for others the guess, scaled to how slow this machine is", () => {
    const remaining = new Remaining(turns);
    remaining.done(200);
    expect(remaining.milliseconds()).toBe(100 + 200 + 100);
    remaining.done(80);
    expect(remaining.milliseconds()).toBe(200 + 80);
  });

  it("is nothing in the end", () => {
    const remaining = new Remaining(turns);
    for (const { guess } of turns) remaining.done(guess);
    expect(remaining.milliseconds(5)).toBe(0);
  });
});
