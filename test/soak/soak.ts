import type { ChildProcess } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Emulator, JsonObject } from "../../emulator";
import { expectAbsent } from "../support/canaries";
import { PROJECT } from "../support/configuration";
import { commandOf, processTree, signal } from "../support/processes";
import { startRelay, type Relay } from "../support/proxy";
import { configurationFor, startService } from "../support/service";
import { Stack, urnOf, type Run } from "../support/stack";
import { CLI_PATIENCE_MS, until } from "../support/until";
import { ALL_CHANGES, Changes, FIELD_CHANGES } from "./changes";
import { CANARY } from "./fields";
import { Judge } from "./judge";
import { EMPTY, GROUP_NAMES, programSource, QUEUE_NAMES, type Program } from "./program";
import { Random } from "./random";
import { anyTrouble, type Strike, type Trouble } from "./troubles";

/** A run of the CLI that takes longer than this has hung. */
const MAX_RUN_MS = 180_000;
/** How many runs without a fault may be needed after one with. */
const MAX_HEALING_RUNS = 3;
/** How long the provider of a killed CLI may go on. That it does no longer, an engine test says. */
const NOTICED_MS = 3000;
/** How long a connection stays away. */
const UNPLUGGED_MS = 2000;

const SETTINGS = { requestTimeoutSeconds: "10", maxRetries: "2", maxConnections: "2", refresh: "patch" };

/** A stack with the real CLI and a service, changed and troubled step by step. The seed and the step's number decide each step. */
export class Soak {
  #settled = EMPTY;
  #next = EMPTY;
  #requestsBefore = 0;
  /** Jobs whose first response may have been lost, by their tokens. */
  readonly #allowedTwice = new Set<string>();
  readonly #judge: Judge;

  private constructor(
    private readonly seed: string,
    private readonly service: Emulator,
    private readonly relay: Relay,
    private readonly stack: Stack,
  ) {
    this.#judge = new Judge([...GROUP_NAMES, ...QUEUE_NAMES], (name) => storedIn(service, name));
  }

  static async start(seed: string): Promise<Soak> {
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
    const requests = this.#requests.map(({ method, path: to, rawBody, status, fault }) =>
      [method, to, rawBody, status || "no response", fault].join(" "),
    );
    const programs = [this.#settled, this.#next].map(programSource).join("\n\nThe program of this step:\n");
    return `The program before:\n${programs}\n\nRequests of this step:\n${requests.join("\n")}`;
  }

  get #requests() {
    return this.service.requests.slice(this.#requestsBefore);
  }

  get #stateFile(): string {
    return path.join(this.stack.folder, "state/.pulumi/stacks/tested/test.json");
  }

  /** Changes the program, brings it about in spite of a trouble, and compares what is then with what was promised. */
  async step(number: number): Promise<void> {
    const random = new Random(`${this.seed} ${number}`);
    const trouble = anyTrouble(random);
    const { strike } = trouble;
    const isKill = strike?.kind === "killCli" || strike?.kind === "killHost";
    // A failure that the provider could record need not be completed: another program may follow.
    const mayGoOn = number > 0 && !isKill && random.chance(0.5);
    const before = this.#settled;
    const changes = new Changes(random, before);
    if (number === 0) {
      changes.make(4, ["declare"]);
    } else if (mayGoOn) {
      changes.make(random.integer(3, 6), FIELD_CHANGES);
    } else {
      changes.mayReplace();
      changes.make(random.integer(1, 5), ALL_CHANGES);
    }
    if (strike !== undefined) {
      changes.make(1, ["setAll"]);
    }
    const { made, program, replaced } = changes;
    console.log(`${number}. ${made.join(", ")} | ${JSON.stringify({ replaced, ...trouble })}`);
    this.#use(program);
    this.#requestsBefore = this.service.requests.length;
    const resource = program.groups[replaced ?? ""]?.resource;
    const flags = resource === undefined ? [] : ["--replace", urnOf("ContainerGroup", resource)];
    const { code, struck } = await this.#troubled(trouble, flags);
    console.log(`   ${struck ? "struck, " : ""}ended with ${code}`);
    if (struck && strike?.kind !== "interrupt") {
      const known = tokensOf(before);
      tokensOf(program).forEach((token) => known.includes(token) || this.#allowedTwice.add(token));
    }
    if (code !== 0 && mayGoOn) {
      const other = new Changes(random, random.pick([before, program]));
      other.make(random.integer(0, 3), FIELD_CHANGES);
      console.log(`   then another program: ${other.made.join(", ")}`);
      this.#use(other.program);
      this.#judge.followOtherwise(before, program, other.program);
    } else {
      this.#judge.follow(before, program, replaced);
    }
    if (code !== 0) {
      await this.#heal(random.chance(0.2) ? ["--refresh"] : []);
    }
    this.#expectTrue();
    await this.#expectSettled();
    this.#settled = this.#next;
  }

  #use(program: Program): void {
    this.#next = program;
    this.stack.program(programSource(program));
  }

  /** The first run of a step. */
  async #troubled({ others, faults, strike }: Trouble, flags: string[]): Promise<{ code: number; struck: boolean }> {
    if (others !== undefined) {
      await sendPatch(this.service, others.group, others.patch);
      this.#judge.others(others.group, others.patch);
      flags = [...flags, "--refresh"];
    }
    faults.forEach((fault) => this.service.fault(fault));
    const run = await this.#up(flags, strike);
    this.service.clearFaults();
    this.relay.plug();
    return run;
  }

  /** A run of the CLI. It must end, and show no secret. `struck`: it had not ended when it was to be struck. */
  async #up(flags: string[] = [], strike?: Strike): Promise<Run & { struck: boolean }> {
    const hung = AbortSignal.timeout(MAX_RUN_MS);
    const { child, done } = this.stack.start("up", flags, {}, hung);
    const [run, struck] = await Promise.all([done, strike !== undefined && this.#strike(strike, child)]);
    if (hung.aborted) {
      throw new Error(`a run did not end:\n${run.output}`);
    }
    expectAbsent(run.output + readFileSync(this.#stateFile, "utf8"), CANARY);
    return { ...run, struck };
  }

  /** Waits until it is time to strike. False where the run has ended before. */
  async #strike({ kind, requests, milliseconds }: Strike, child: ChildProcess): Promise<boolean> {
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
    await until(() => hasEnded() || this.#requests.length >= requests, "a run did not end", CLI_PATIENCE_MS);
    await sleep(milliseconds);
    if (hasEnded()) {
      return false;
    }
    const pid = child.pid as number;
    const tree = processTree(pid);
    switch (kind) {
      case "interrupt":
        // A terminal interrupts the whole group.
        signal(-pid, "SIGINT");
        break;
      case "killHost": {
        const hosts = tree.filter((each) => /cmd\/dynamic-provider/.test(commandOf(each)));
        hosts.forEach((each) => signal(each, "SIGKILL"));
        break;
      }
      case "unplug":
        this.relay.unplug();
        setTimeout(() => this.relay.plug(), UNPLUGGED_MS);
        break;
      case "killCli":
        signal(pid, "SIGKILL");
        await sleep(NOTICED_MS);
        // What is left of it would stay for good.
        tree.slice(1).forEach((each) => signal(each, "SIGKILL"));
        // A CLI that is killed while it writes may leave an empty file of attributes, which people have to remove.
        rmSync(`${this.#stateFile}.attrs`, { force: true });
        this.stack.cancel();
    }
    return true;
  }

  /** Runs until one run succeeds. */
  async #heal(flags: string[]): Promise<void> {
    let output = "";
    for (let run = 1; run <= MAX_HEALING_RUNS; run++) {
      const last = await this.#up(flags);
      if (last.code === 0) {
        console.log(`   healed by run ${[run, ...flags].join(" ")}`);
        return;
      }
      ({ output } = last);
    }
    throw new Error(`no run without a fault succeeds:\n${output}`);
  }

  /** Everything that is stored is as declared, and each job of the program was posted once. */
  #expectTrue(): void {
    const found = this.#judge.differences();
    for (const token of tokensOf(this.#next)) {
      const posted = this.service.requests.filter(({ rawBody }) => rawBody.includes(token));
      const accepted = posted.filter(({ status }) => status === 201).length;
      if (accepted < 1 || accepted > (this.#allowedTwice.has(token) ? 2 : 1)) {
        found.push(`the job ${token} was accepted ${accepted} times`);
      }
    }
    if (found.length > 0) {
      throw new Error(`the declaration is not true:\n${found.join("\n")}`);
    }
  }

  /** The same program again is all unchanged, and makes no request. */
  async #expectSettled(): Promise<void> {
    const made = this.service.requests.length;
    const { code, steps, output } = await this.#up();
    const isUnchanged = steps.every(({ operation }) => operation === "same");
    if (code !== 0 || !isUnchanged || this.service.requests.length > made) {
      throw new Error(`the same program again is not all unchanged, or makes requests:\n${output}`);
    }
  }
}

/** The document of a group or a queue. */
function storedIn(service: Emulator, name: string): JsonObject {
  const { organizationName, projectName } = PROJECT;
  const { display_name, description } = service.queue(organizationName, projectName, name) ?? {};
  // The service shows a queue's name where there is no display name.
  const queue = { display_name: display_name === name ? undefined : display_name, description };
  return service.stored(organizationName, projectName, name) ?? queue;
}

async function sendPatch({ url, apiKey }: Emulator, group: string, patch: JsonObject): Promise<void> {
  const { organizationName, projectName } = PROJECT;
  await fetch(`${url}/organizations/${organizationName}/projects/${projectName}/containers/${group}`, {
    method: "PATCH",
    headers: { "service-api-key": apiKey, "content-type": "application/merge-patch+json" },
    body: JSON.stringify(patch),
  });
}

const tokensOf = ({ jobs }: Program): string[] =>
  Object.values(jobs).map(({ input }) => String((input as JsonObject)["token"]));
