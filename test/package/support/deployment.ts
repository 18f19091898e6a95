import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Emulator } from "../../../emulator";
import { expectSuccess } from "../../support/deployed";
import { configurationFor, startService } from "../../support/service";
import { Stack, type Run } from "../../support/stack";
import type { PackageManager } from "./packageManagers";
import { Project } from "./project";

const TEMPLATE = path.join(__dirname, "../programs/template");
const PROGRAM = readFileSync(path.join(TEMPLATE, "index.ts"), "utf8");
const PROJECT_FILE = "name: tested\nruntime: nodejs\n";

/** How long one run of the CLI may take: the slowest type-checks all of Pulumi's declarations on a busy machine. */
const LIMIT_MS = 150_000;

/** What the template's program declares, as the service is asked for it once. */
const REQUESTS = [
  {
    method: "PATCH",
    path: "/organizations/acme/projects/vision/containers/web",
    status: 200,
    body: {
      replicas: 3,
      container: {
        image: "registry.example.com/web:1.4.2",
        environment_variables: { LOG_LEVEL: "info", TOKEN: "token-canary" },
      },
    },
  },
  {
    method: "PATCH",
    path: "/organizations/acme/projects/vision/queues/renders",
    status: 200,
    body: { description: "Pages to render" },
  },
  {
    method: "POST",
    path: "/organizations/acme/projects/vision/queues/renders/jobs",
    status: 201,
    body: { input: { page: 1 } },
  },
];

/** What the compiler says of a program that was misspelt. */
export const MISSPELT = /'replicsa' does not exist in type 'ContainerGroupArgs'/;

/** A project's stack, deployed with the real CLI to a service of its own. */
export class Deployment {
  readonly #closing = new AbortController();

  private constructor(
    private readonly project: Project,
    private readonly service: Emulator,
    private readonly stack: Stack,
  ) {}

  /** Puts the template's program into the project, and sets a stack up for it. */
  static async of(project: Project): Promise<Deployment> {
    const service = await startService();
    try {
      const program = { copyOf: TEMPLATE, projectFile: PROJECT_FILE };
      const stack = new Stack(program, configurationFor(service), { folder: project.folder });
      return new Deployment(project, service, stack);
    } catch (error) {
      await service.close();
      throw error;
    }
  }

  /** Runs a command of the CLI. One that takes too long is ended, and fails the test with what it printed. */
  async run(command: "preview" | "up" | "destroy"): Promise<Run> {
    const late = AbortSignal.timeout(LIMIT_MS);
    const run = await this.stack.start(command, [], {}, AbortSignal.any([late, this.#closing.signal])).done;
    if (late.aborted) {
      throw new Error(`pulumi ${command} did not end in ${LIMIT_MS / 1000} seconds:\n${run.output}`);
    }
    return run;
  }

  /** What the service was asked for since it was last looked at, in the order of the paths. */
  asked() {
    const asked = this.service.requests.map(({ method, path: to, status, body }) => ({
      method,
      path: to,
      status,
      body,
    }));
    this.service.clearRequests();
    return asked.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async #expectAll(command: "up" | "destroy", operation: string, requests: unknown[]): Promise<void> {
    const run = await this.run(command);
    expectSuccess(run);
    expect(run.steps.map((step) => `${step.operation} ${step.name}`).sort()).toEqual(
      ["first", "renders", "web"].map((name) => `${operation} ${name}`),
    );
    expect(this.asked()).toEqual(requests);
  }

  /** The template's program is created with one request each, is then unchanged with none, and is destroyed with none. */
  async expectLife(): Promise<void> {
    await this.#expectAll("up", "create", REQUESTS);
    await this.#expectAll("up", "same", []);
    await this.#expectAll("destroy", "delete", []);
  }

  /** A command fails, with this in its output and no request. */
  async expectRefusal(command: "preview" | "up", message: string | RegExp): Promise<Run> {
    const run = await this.run(command);
    expect(run.output).toMatch(message);
    expect(run.code).not.toBe(0);
    expect(this.asked()).toEqual([]);
    return run;
  }

  /** The program declares a member that the package does not know. */
  misspell(): void {
    this.stack.write("index.ts", PROGRAM.replace("replicas:", "replicsa:"));
  }

  /** The program lies in a folder of its own, which the project file names as `main`. */
  moveToFolder(): void {
    rmSync(path.join(this.project.folder, "index.ts"));
    this.project.write("infra/index.ts", PROGRAM);
    this.stack.write("Pulumi.yaml", `${PROJECT_FILE}main: infra/index.ts\n`);
  }

  /** Ends what still runs, and the service. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.service.close();
  }
}

/**
 * Before the tests of a file, makes a project in which `install` installs the package, with the template's program and a stack for it;
 * after them all of it is gone, with what still runs for it.
 */
export function installed(
  manager: PackageManager,
  install: (project: Project) => Promise<void>,
): { readonly project: Project; readonly deployment: Deployment } {
  let project: Project | undefined;
  let deployment: Deployment | undefined;
  beforeAll(async () => {
    project = new Project(manager);
    await install(project);
    deployment = await Deployment.of(project);
  });
  afterAll(async () => {
    await deployment?.close();
    project?.remove();
  });
  function given<T>(made: T | undefined): T {
    if (made === undefined) {
      throw new Error("A test ran before the project was set up.");
    }
    return made;
  }
  return {
    get project() {
      return given(project);
    },
    get deployment() {
      return given(deployment);
    },
  };
}
