import { Remaining } from "../../../bench/lib/remaining";
import { contestsBySize, orderIn, runContests, type Contest } from "../../../bench/lib/rounds";

describe("the contenders of a round", () => {
  it("each begin as often as the others", () => {
    expect([0, 1, 2, 3].map((round) => orderIn(round, ["a", "b", "c"]).join(""))).toEqual(["abc", "bca", "cab", "abc"]);
  });
});

describe("one contest for each size", () => {
  const told: string[] = [];
  const contest = {
    sizes: { full: [10, 1000], quick: [5] },
    large: 1000,
    contenders: ["bare"],
    seconds: (size: number) => size / 10,
    turn: async (size: number, contender: string) => void told.push(`${size} ${contender}`),
  };

  it("has half the rounds where a turn takes long", async () => {
    const contests = contestsBySize({ quick: false, rounds: 5 }, contest);
    expect(contests.map(({ title, rounds, seconds }) => [title, rounds, seconds])).toEqual([
      ["10 groups", 5, 1],
      ["1,000 groups", 3, 100],
    ]);
    await contests[1]?.turn("bare", () => {});
    expect(told).toEqual(["1000 bare"]);
  });

  it.each([
    ["the section's own of a quick run", { quick: true, rounds: 1 }, [5]],
    ["those that the command line asks for", { quick: true, rounds: 1, sizes: [7, 8] }, [7, 8]],
  ])("is of %s", (_, plan, sizes) => {
    expect(contestsBySize(plan, contest).map(({ size }) => size)).toEqual(sizes);
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
