import { copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator } from "../../emulator";
import { mergePatch } from "../../emulator/mergePatch";
import { commandOf, processTree, signal } from "../support/processes";
import { startRelay, type Relay } from "../support/proxy";
import { PROJECT } from "../support/configuration";
import { configurationFor, startService } from "../support/service";
import { Stack, urnOf, type Run } from "../support/stack";
import { Changes, EMPTY, GROUP_NAMES, QUEUE_NAMES } from "./changes";
import { canariesIn, type JsonObject } from "./fields";
import { Judge } from "./judge";
import { programSource, type Program } from "./program";
import { Random } from "./random";
import { chooseTrouble, type Strike, type Trouble } from "./troubles";

/** A run of the CLI that takes longer than this has hung. */
const MAX_RUN_MS = 180_000;
/** How many runs without a fault may be needed after one with. */
const MAX_HEALING_RUNS = 3;
/** How long the provider of a killed CLI may go on. That it does no longer, an engine test says. */
const NOTICED_MS = 3000;
/** Troubles after which the state says what was done and what is indeterminate. */
const RECORDED = new Set(["faults", "unplug", "interrupt"]);

const SETTINGS = { requestTimeoutSeconds: "10", maxRetries: "2", maxConnections: "2", refresh: "patch" };

/** A promise that did not hold. */
class Broken extends Error {}

/** A stack with the real CLI and a service, changed and troubled step by step. The seed and the step's number decide each step. */
export class Soak {
  /** What was done, one line a step. */
  readonly history: string[] = [];
  #settled = EMPTY;
  #next = EMPTY;
  #requestsBefore = 0;
  /** Jobs whose first response may have been lost, by their tokens. */
  readonly #allowedTwice = new Set<string>();
  readonly #judge: Judge;

  private constructor(
    private readonly seed: number,
    private readonly service: Emulator,
    private readonly relay: Relay,
    readonly stack: Stack,
  ) {
    const group = (name: string) => [name, storedGroup(service, name)] as const;
    const queue = (name: string) => [name, storedQueue(service, name)] as const;
    this.#judge = new Judge(new Map(GROUP_NAMES.map(group)), new Map(QUEUE_NAMES.map(queue)));
  }

  static async start(seed: number): Promise<Soak> {
    const service = await startService({
      acceptUnknownMembers: true,
      groups: GROUP_NAMES.map((name, index) => ({
        ...PROJECT,
        name,
        replicas: index % 3,
        networking: { auth: true },
        container: { image: "registry.example/theirs:1", environment_variables: { THEIRS: `${index}` } },
      })),
      queues: QUEUE_NAMES.map((name) => ({ ...PROJECT, name, description: "theirs" })),
    });
    const relay = await startRelay(Number(new URL(service.url).port));
    const stack = new Stack("", configurationFor(service, { ...SETTINGS, baseUrl: relay.url }));
    return new Soak(seed, service, relay, stack);
  }

  async close(): Promise<void> {
    await this.relay.close();
    await this.service.close();
  }

  /** What is needed to understand a failure in this step. */
  report(): string {
    const requests = this.#requests.map(({ method, path: to, rawBody, status, fault = "" }) =>
      [method, to.split("/").slice(-2).join("/"), rawBody, status || "no response", fault].join(" "),
    );
    const programs = [this.#settled, this.#next].map(programSource).join("\n\nThe program of this step:\n");
    const steps = this.history.join("\n");
    return `Steps:\n${steps}\n\nThe program before:\n${programs}\n\nRequests of this step:\n${requests.join("\n")}`;
  }

  get #requests() {
    return this.service.requests.slice(this.#requestsBefore);
  }

  /** Changes the program, brings it about in spite of a trouble, and compares what is then with what was promised. */
  async step(number: number): Promise<void> {
    const random = new Random(this.seed * 1_000_003 + number);
    const trouble = chooseTrouble(random);
    // A failure that the provider could record need not be completed: another program may follow.
    const mayGoOn = RECORDED.has(trouble.name) && number > 0 && random.chance(0.5);
    const changes = new Changes(random, this.#settled);
    if (number === 0) {
      changes.first();
    } else if (mayGoOn) {
      changes.fields(random.integer(3, 6));
    } else {
      changes.any(random.integer(1, 4), trouble.strike !== undefined || random.chance(0.4));
    }
    const { program, replaced } = changes;
    this.#use(program);
    this.#requestsBefore = this.service.requests.length;
    const { name, ...details } = trouble;
    const line = this.history.push(`${number}. ${changes.what.join("; ")} | ${name} ${JSON.stringify(details)}`) - 1;
    const note = (text: string) => void (this.history[line] += ` | ${text}`);

    const flags = replaced.flatMap((resource) => ["--replace", urnOf("ContainerGroup", resource)]);
    const { code, struck } = await this.#troubled(trouble, flags);
    note(`${struck ? "struck, " : ""}ended with ${code}`);
    if (struck && trouble.strike?.kind !== "interrupt") {
      const known = tokensOf(this.#settled);
      tokensOf(program).forEach((token) => known.includes(token) || this.#allowedTwice.add(token));
    }
    if (code !== 0 && mayGoOn) {
      const other = new Changes(random, this.#settled, random.chance(0.5) ? this.#settled : program);
      if (other.program === program) {
        other.fields(3);
      }
      note(`then ${other.what.join("; ") || "back"}`);
      this.#use(other.program);
      this.#judge.followOtherwise(this.#settled, program, other.program);
    } else {
      this.#judge.follow(this.#settled, program, replaced);
    }
    if (code !== 0) {
      note(`healed by run ${await this.#heal(random.chance(0.2) ? ["--refresh"] : [])}`);
    }
    this.#expectTrue();
    await this.#expectSettled();
    this.#settled = this.#next;
  }

  #use(program: Program): void {
    this.#next = program;
    this.stack.program(programSource(program));
  }

  /** The first run of a step. `struck`: the strike came before the run had ended. */
  async #troubled({ others, faults, strike }: Trouble, flags: string[]): Promise<{ code: number; struck: boolean }> {
    if (others !== undefined) {
      const { group, patch } = others;
      this.service.putGroup({
        ...(mergePatch(storedGroup(this.service, group), patch) as object),
        ...PROJECT,
        name: group,
      });
      this.#judge.others(group, patch);
      flags = [...flags, "--refresh"];
    }
    faults.forEach((fault) => this.service.fault(fault));
    const { child, done } = this.stack.start("up", flags);
    let struck = false;
    if (strike !== undefined) {
      const due = Date.now() + (strike.milliseconds ?? MAX_RUN_MS);
      const isDue = () => Date.now() >= due || this.#requests.length >= (strike.requests ?? Infinity);
      while (child.exitCode === null && !isDue()) {
        await sleep(10);
      }
      struck = child.exitCode === null && (await this.#strike(strike, child.pid ?? 0));
    }
    const { code } = await this.#finish(child.pid ?? 0, done);
    this.service.clearFaults();
    this.relay.plug();
    if (struck && strike?.kind === "killCli") {
      restore(this.#stateFile);
      this.stack.cancel();
    }
    return { code, struck };
  }

  async #strike({ kind, back }: Strike, pid: number): Promise<boolean> {
    const tree = processTree(pid);
    switch (kind) {
      case "interrupt":
        // A terminal interrupts the whole group.
        return signal(-pid, "SIGINT");
      case "killHost": {
        const hosts = tree.filter((each) => /cmd\/dynamic-provider/.test(commandOf(each)));
        return hosts.filter((each) => signal(each, "SIGKILL")).length > 0;
      }
      case "unplug":
        this.relay.unplug();
        setTimeout(() => this.relay.plug(), back);
        return true;
      case "killCli": {
        signal(pid, "SIGKILL");
        await sleep(NOTICED_MS);
        // What is left of it would stay for good.
        tree.slice(1).forEach((each) => signal(each, "SIGKILL"));
        return true;
      }
    }
  }

  get #stateFile(): string {
    return path.join(this.stack.folder, "state/.pulumi/stacks/tested/test.json");
  }

  /** Runs until one run succeeds; returns how many it took. */
  async #heal(flags: string[]): Promise<string> {
    let output = "";
    for (let run = 1; run <= MAX_HEALING_RUNS; run++) {
      const last = await this.#up(flags);
      if (last.code === 0) {
        return [run, ...flags].join(" ");
      }
      ({ output } = last);
    }
    throw new Broken(`no run without a fault succeeds:\n${output}`);
  }

  #expectTrue(): void {
    const { service } = this;
    const found = this.#judge.differences(
      (name) => storedGroup(service, name),
      (name) => storedQueue(service, name),
    );
    const { organizationName, projectName } = PROJECT;
    const jobs = QUEUE_NAMES.flatMap((queue) => service.jobs(organizationName, projectName, queue));
    for (const token of tokensOf(this.#next)) {
      const isThere = jobs.some(({ input }) => (input as JsonObject)["token"] === token);
      const accepted = service.requests.filter(
        ({ status, rawBody }) => status === 201 && rawBody.includes(token),
      ).length;
      if (!isThere || accepted > (this.#allowedTwice.has(token) ? 2 : 1)) {
        found.push(`the job ${token} ${isThere ? `was accepted ${accepted} times` : "is not there"}`);
      }
    }
    if (found.length > 0) {
      throw new Broken(`the declaration is not true:\n${found.join("\n")}`);
    }
  }

  /** The same program again is all unchanged, and makes no request. */
  async #expectSettled(): Promise<void> {
    const made = this.service.requests.length;
    const { code, steps, output } = await this.#up([]);
    const changed = steps.filter(({ operation }) => operation !== "same").map((step) => JSON.stringify(step));
    const sent = this.service.requests.slice(made).map(({ method, path: to, rawBody }) => `${method} ${to} ${rawBody}`);
    if (code !== 0 || changed.length + sent.length > 0) {
      throw new Broken(["the same program again is not all unchanged:", ...changed, ...sent, output].join("\n"));
    }
  }

  #up(flags: string[]): Promise<Run> {
    const { child, done } = this.stack.start("up", flags);
    return this.#finish(child.pid ?? 0, done);
  }

  async #finish(pid: number, done: Promise<Run>): Promise<Run> {
    let hung = false;
    const timer = setTimeout(() => {
      hung = true;
      processTree(pid).forEach((each) => signal(each, "SIGKILL"));
    }, MAX_RUN_MS);
    const run = await done;
    clearTimeout(timer);
    const [secret] = canariesIn(run.output + readFileSync(this.#stateFile, "utf8"));
    if (hung || secret !== undefined) {
      throw new Broken(
        `${hung ? "a run did not end" : `the secret ${secret} shows in output or state`}:\n${run.output}`,
      );
    }
    return run;
  }
}

/** A CLI that is killed while it writes may leave an empty file of attributes, which people have to remove, or half a state. */
function restore(stateFile: string): void {
  for (const [file, mend] of [
    [`${stateFile}.attrs`, () => rmSync(`${stateFile}.attrs`, { force: true })],
    [stateFile, () => copyFileSync(`${stateFile}.bak`, stateFile)],
  ] as const) {
    try {
      JSON.parse(readFileSync(file, "utf8"));
    } catch {
      mend();
    }
  }
}

const storedGroup = (service: Emulator, name: string) =>
  service.stored(PROJECT.organizationName, PROJECT.projectName, name) as JsonObject;

function storedQueue(service: Emulator, name: string): JsonObject {
  const { display_name = name, description } = service.queue(PROJECT.organizationName, PROJECT.projectName, name) ?? {};
  // The service shows the name where there is no display name.
  const shown = { ...(display_name !== name && { display_name }), ...(description !== undefined && { description }) };
  return shown as JsonObject;
}

const tokensOf = ({ jobs }: Program): string[] =>
  [...jobs.values()].map(({ fields }) => String((fields.get("input") as JsonObject)["token"]));
