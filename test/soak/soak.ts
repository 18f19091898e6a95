import { copyFileSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator, RecordedRequest } from "../../emulator";
import { startEmulator } from "../../emulator";
import { PROJECT } from "../support/deployed";
import { commandOf, processTree, signal } from "../support/processes";
import { Stack, type Run } from "../support/stack";
import { Cable } from "./cable";
import { Changes, EMPTY, GROUP_NAMES, QUEUE_NAMES } from "./changes";
import { Judge } from "./judge";
import { canariesIn, type JsonObject } from "./fields";
import { programSource, type Program } from "./program";
import { Random } from "./random";
import { chooseTrouble, type Trouble } from "./troubles";

/** A run of the CLI that takes longer than this has hung. */
const MAX_RUN = 180_000;
/** How many runs without a fault may be needed after one with. */
const MAX_HEALING_RUNS = 3;
/** How long the provider of a killed CLI may go on, and how long it is watched from then on. */
const NOTICED = 3000;
const WATCHED = 1500;

/** Troubles after which the state says what was done and what is indeterminate. */
const RECORDED = new Set(["faults", "unplug", "interrupt"]);

const SETTINGS = {
  "containergroups:organizationName": PROJECT.organizationName,
  "containergroups:projectName": PROJECT.projectName,
  "containergroups:requestTimeoutSeconds": "10",
  "containergroups:maxRetries": "2",
  "containergroups:maxConnections": "2",
  "containergroups:refresh": "patch",
};

/** What a promise was broken by. */
export class Broken extends Error {}

/** A run of the CLI. */
interface Running {
  pid: number;
  done: Promise<Run>;
  ended: () => boolean;
}

export interface SoakOptions {
  seed: number;
  /** Changes and troubles that are left out, by name. */
  skipped: ReadonlySet<string>;
  say: (line: string) => void;
}

/** A stack with the real CLI and a service, changed and troubled step by step. Each step is decided by the seed and its number. */
export class Soak {
  /** What was done, one line a step. */
  readonly history: string[] = [];
  readonly #changes: Changes;
  #settled: Program = EMPTY;
  #next: Program = EMPTY;
  #requestsBefore = 0;
  /** Jobs whose first response may have been lost, by their tokens. */
  readonly #allowedTwice = new Set<string>();

  private constructor(
    private readonly options: SoakOptions,
    private readonly service: Emulator,
    private readonly cable: Cable,
    private readonly stack: Stack,
    private readonly judge: Judge,
  ) {
    this.#changes = new Changes(options.skipped);
  }

  static async start(options: SoakOptions): Promise<Soak> {
    const service = await startEmulator({
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
    const cable = await Cable.to(service.url);
    const stack = new Stack("", {
      ...SETTINGS,
      "containergroups:baseUrl": cable.url,
      "containergroups:apiKey": service.apiKey,
    });
    const judge = new Judge(
      new Map(GROUP_NAMES.map((name) => [name, storedGroup(service, name)])),
      new Map(QUEUE_NAMES.map((name) => [name, storedQueue(service, name)])),
    );
    return new Soak(options, service, cable, stack, judge);
  }

  /** The programs of the step that is being made: what was true before, and what is to be. */
  get programs(): { before: string; after: string } {
    return { before: programSource(this.#settled), after: programSource(this.#next) };
  }

  /** The requests of the step that is being made. */
  get requests(): readonly RecordedRequest[] {
    return this.service.requests.slice(this.#requestsBefore);
  }

  get folder(): string {
    return this.stack.folder;
  }

  /** Removes the stack. */
  remove(): void {
    this.stack.remove();
  }

  async close(): Promise<void> {
    await this.cable.close();
    await this.service.close();
  }

  /** Changes the program, brings it about in spite of a trouble, and sees whether all is as promised. */
  async step(number: number): Promise<void> {
    const random = new Random(this.options.seed * 1_000_003 + number);
    const trouble = chooseTrouble(random, this.options.skipped);
    // A failure that the provider could record need not be completed: another program may follow.
    const mayGoOn = RECORDED.has(trouble.name) && number > 0 && random.chance(0.5);
    const { program, what, replace } = this.#change(number, trouble, mayGoOn, random);
    this.#next = program;
    this.#requestsBefore = this.service.requests.length;
    const line = this.history.push(`${number}. ${what.join("; ")} | ${trouble.name}: ${trouble.what}`) - 1;
    const note = (text: string) => {
      this.history[line] += ` | ${text}`;
    };
    this.stack.program(programSource(program));

    const refreshes = random.chance(0.2) && !this.options.skipped.has("refresh");
    const args = replace.flatMap((name) => ["--replace", `urn:pulumi:test::tested::${CONTAINER_GROUP}::${name}`]);
    const { code, struck } = await this.#troubled(trouble, args);
    note(`${struck ?? ""} ended with ${code}`.trim());
    const sentTwice = struck !== undefined && struck !== "interrupt";
    for (const token of sentTwice ? tokensOf(program) : []) {
      if (!tokensOf(this.#settled).includes(token)) {
        this.#allowedTwice.add(token);
      }
    }
    if (code !== 0 && mayGoOn) {
      const other = random.chance(0.5)
        ? { program: this.#settled, what: ["back"] }
        : this.#changes.nextMembers(this.#settled, random, 3, program);
      note(`then ${other.what.join("; ")}`);
      this.#next = other.program;
      this.stack.program(programSource(other.program));
      this.judge.followOtherwise(this.#settled, program, other.program);
    } else {
      this.judge.follow(this.#settled, program, replace);
    }
    if (code !== 0) {
      note(`healed by run ${await this.#heal(refreshes ? ["--refresh"] : [])}`);
    }
    this.#expectTrue();
    await this.#expectSettled();
    this.#settled = this.#next;
    this.options.say(this.history[line] as string);
  }

  #change(number: number, trouble: Trouble, onlyMembers: boolean, random: Random) {
    if (number === 0) {
      return this.#changes.first(random);
    }
    const count = random.integer(1, 4);
    return onlyMembers
      ? this.#changes.nextMembers(this.#settled, random, count + 2)
      : this.#changes.next(this.#settled, random, count, trouble.strike !== undefined || random.chance(0.4));
  }

  /** The first run of a step. `struck`: what ended it, or cut it off, if anything did in time. */
  async #troubled(trouble: Trouble, args: string[]): Promise<{ code: number; struck?: string }> {
    if (trouble.others !== undefined) {
      const { group, patch } = trouble.others;
      await this.#patch(group, patch);
      this.judge.others(group, patch);
      args = [...args, "--refresh"];
    }
    trouble.faults.forEach((fault) => this.service.fault(fault));
    const { strike } = trouble;
    const run = this.#start(args);
    let struck: string | undefined;
    if (strike !== undefined) {
      const deadline = Date.now() + (strike.milliseconds ?? MAX_RUN);
      const isDue = () =>
        strike.requests === undefined ? Date.now() >= deadline : this.requests.length >= strike.requests;
      while (!run.ended() && !isDue()) {
        await sleep(10);
      }
      if (!run.ended() && (await this.#strike(strike, run.pid))) {
        struck = strike.kind;
      }
    }
    const result = await this.#finish(run);
    this.service.clearFaults();
    await this.cable.plug();
    if (struck === "killCli") {
      this.#restoreState();
      this.stack.cancel();
    }
    return { code: result.code, struck };
  }

  async #strike({ kind, back = 0 }: NonNullable<Trouble["strike"]>, pid: number): Promise<boolean> {
    const tree = processTree(pid);
    switch (kind) {
      case "interrupt":
        // A terminal interrupts the whole group.
        return signal(-pid, "SIGINT");
      case "killHost": {
        const hosts = tree.filter((each) => /cmd\/dynamic-provider/.test(commandOf(each)));
        hosts.forEach((each) => signal(each, "SIGKILL"));
        return hosts.length > 0;
      }
      case "unplug":
        await this.cable.unplug();
        setTimeout(() => void this.cable.plug(), back);
        return true;
      case "killCli": {
        signal(pid, "SIGKILL");
        await sleep(NOTICED);
        const made = this.requests.length;
        await sleep(WATCHED);
        const late = this.requests.length - made;
        // What is left of it would stay for good.
        tree.slice(1).forEach((each) => signal(each, "SIGKILL"));
        if (late > 0) {
          throw new Broken(`the provider of a killed CLI sent ${late} requests more than ${NOTICED} ms later`);
        }
        return true;
      }
    }
  }

  /**
   * A CLI that is killed while it writes the state may leave an empty file of its attributes ("failed to load checkpoint: EOF"),
   * which people have to remove, or half a state, beside which the one of before lies.
   */
  #restoreState(): void {
    const attributes = `${this.#stateFile}.attrs`;
    if (!holdsJson(attributes)) {
      rmSync(attributes, { force: true });
    }
    if (!holdsJson(this.#stateFile)) {
      copyFileSync(`${this.#stateFile}.bak`, this.#stateFile);
    }
  }

  get #stateFile(): string {
    return path.join(this.stack.folder, "state/.pulumi/stacks/tested/test.json");
  }

  /** Runs until one run succeeds; how many it took. */
  async #heal(args: string[]): Promise<string> {
    let last: Run | undefined;
    for (let run = 1; run <= MAX_HEALING_RUNS; run++) {
      last = await this.#finish(this.#start(args));
      if (last.code === 0) {
        return `${run}${args.map((arg) => ` ${arg}`).join("")}`;
      }
    }
    throw new Broken(`no run without a fault succeeds:\n${last?.output}`);
  }

  #expectTrue(): void {
    const found = this.judge.differences(
      (name) => storedGroup(this.service, name),
      (name) => storedQueue(this.service, name),
    );
    const tokens = tokensOf(this.#next);
    for (const token of tokens) {
      const posts = this.service.requests.filter((request) => tokenOf(request) === token);
      const accepted = posts.filter(({ status }) => status === 201).length;
      const jobs = QUEUE_NAMES.flatMap((queue) =>
        this.service.jobs(PROJECT.organizationName, PROJECT.projectName, queue),
      );
      if (!jobs.some(({ input }) => (input as JsonObject)["token"] === token)) {
        found.push(`the job ${token} was not posted`);
      }
      if (accepted > (this.#allowedTwice.has(token) ? 2 : 1)) {
        found.push(`the job ${token} was posted ${posts.length} times, and ${accepted} of them were accepted`);
      }
    }
    if (found.length > 0) {
      throw new Broken(`the declaration is not true:\n${found.join("\n")}`);
    }
  }

  /** The same program again is all unchanged, and makes no request. */
  async #expectSettled(): Promise<void> {
    const made = this.service.requests.length;
    const run = await this.#finish(this.#start([]));
    const changed = run.steps.filter(({ operation }) => operation !== "same");
    const sent = this.service.requests.slice(made).map(({ method, path: at, rawBody }) => `${method} ${at} ${rawBody}`);
    if (run.code !== 0 || changed.length > 0 || sent.length > 0) {
      const what = [...changed.map(({ operation, name }) => `${operation} ${name}`), ...sent].join("\n");
      throw new Broken(`the same program again is not all unchanged:\n${what}\n${run.output}`);
    }
  }

  #start(args: string[]): Running {
    const { child, done } = this.stack.start("up", args);
    const pid = child.pid ?? 0;
    let ended = false;
    child.once("exit", () => {
      ended = true;
    });
    return { pid, done, ended: () => ended };
  }

  async #finish({ pid, done }: Running): Promise<Run> {
    const timer = setTimeout(() => processTree(pid).forEach((each) => signal(each, "SIGKILL")), MAX_RUN);
    const started = Date.now();
    const run = await done;
    clearTimeout(timer);
    if (Date.now() - started >= MAX_RUN) {
      throw new Broken(`a run did not end within ${MAX_RUN} ms:\n${run.output}`);
    }
    this.#expectNoSecret("what the CLI printed", run.output);
    this.#expectNoSecret("the state", readFileSync(this.#stateFile, "utf8"));
    return run;
  }

  #expectNoSecret(where: string, text: string): void {
    const [secret] = canariesIn(text);
    if (secret !== undefined) {
      throw new Broken(`a secret (${secret}) stands in ${where}`);
    }
  }

  /** Sends a patch as somebody else would. */
  async #patch(group: string, patch: JsonObject): Promise<void> {
    const { organizationName, projectName } = PROJECT;
    const url = `${this.service.url}/organizations/${organizationName}/projects/${projectName}/containers/${group}`;
    const headers = { "service-api-key": this.service.apiKey, "content-type": "application/merge-patch+json" };
    const { ok, status } = await fetch(url, { method: "PATCH", headers, body: JSON.stringify(patch) });
    if (!ok) {
      throw new Error(`the emulator responds with ${status} to ${JSON.stringify(patch)}`);
    }
  }
}

const CONTAINER_GROUP = "pulumi-nodejs:dynamic/containergroups:ContainerGroup";

function holdsJson(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, "utf8"));
    return true;
  } catch {
    return false;
  }
}

function storedGroup(service: Emulator, name: string): JsonObject {
  return service.stored(PROJECT.organizationName, PROJECT.projectName, name) as JsonObject;
}

function storedQueue(service: Emulator, name: string): JsonObject {
  const { display_name, description } = service.queue(
    PROJECT.organizationName,
    PROJECT.projectName,
    name,
  ) as JsonObject;
  // The name stands for a display name that is not there.
  return {
    ...(display_name !== name && { display_name }),
    ...(description !== undefined && { description }),
  } as JsonObject;
}

function tokenOf({ method, body }: RecordedRequest): unknown {
  return method === "POST"
    ? ((body as JsonObject | undefined)?.["input"] as JsonObject | undefined)?.["token"]
    : undefined;
}

function tokensOf({ jobs }: Program): string[] {
  return [...jobs.values()].map(({ fields }) => String((fields.get("input") as JsonObject)["token"]));
}
