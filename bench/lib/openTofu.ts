import { execFile } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { runChild, type Run } from "./child";
import { ROOT } from "./root";

/** As many requests at once as our `maxConnections` makes by default; OpenTofu's own default is 10. */
const PARALLELISM = 16;

/** Settings of the caller that would change what OpenTofu or the provider does here, or whom they tell of it. */
const FOREIGN = /^(TF_|TOFU_|OTEL_|REST_API_|API_DATA_)/;

const CONFIGURATION = path.join(ROOT, "bench/peers/main.tf");

/** The binaries of the peers. `npm run bench` has built them before; those that are missing yet are built now. */
async function installed(): Promise<{ tofu: string; restapi: string }> {
  const script = path.join(ROOT, "scripts/peers.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [script]);
  return JSON.parse(stdout) as { tofu: string; restapi: string };
}

/** The versions of OpenTofu and of its provider that the benchmark pins. */
export async function peerVersions(): Promise<Record<string, string>> {
  // Each binary lies in a folder of its version.
  const { tofu, restapi } = await installed();
  const version = (file: string) => path.basename(path.dirname(file)).replace(/^v/, "");
  return { OpenTofu: version(tofu), "terraform-provider-restapi": version(restapi) };
}

/** The fleet of `bench/peers/main.tf` in a folder of its own, with its state beside it, and the real OpenTofu. */
export class OpenTofu {
  readonly #folder: string;
  readonly #tofu: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, tofu: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#tofu = tofu;
    this.#env = env;
  }

  /** Makes a workspace in a folder, which is made if need be. The key is given by the environment, and is in no file but the state's. */
  static async create(folder: string, { url, apiKey }: { url: string; apiKey: string }): Promise<OpenTofu> {
    const { tofu, restapi } = await installed();
    const temporary = path.join(folder, "tmp");
    mkdirSync(temporary, { recursive: true });
    copyFileSync(CONFIGURATION, path.join(folder, "main.tf"));
    // The provider is taken as it was built: no registry is asked, and nothing is to be initialised.
    const settings = path.join(folder, "cli.tfrc");
    const overrides = `dev_overrides {\n    "mastercard/restapi" = ${JSON.stringify(path.dirname(restapi))}\n  }`;
    writeFileSync(settings, `provider_installation {\n  ${overrides}\n}\n`);
    const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
    return new OpenTofu(folder, tofu, {
      ...own,
      TMPDIR: temporary,
      TF_CLI_CONFIG_FILE: settings,
      CHECKPOINT_DISABLE: "true",
      TF_VAR_url: url,
      TF_VAR_api_key: apiKey,
    });
  }

  /** Sets the variables of the configuration, all but `url` and `api_key`. */
  declare(variables: Readonly<Record<string, unknown>>): void {
    writeFileSync(path.join(this.#folder, "terraform.tfvars.json"), JSON.stringify(variables));
  }

  /** Updates, after the refresh that OpenTofu does by default. */
  apply(): Promise<Run> {
    return this.#run(["apply", "-auto-approve"]);
  }

  /** Plans, after the refresh that OpenTofu does by default. Throws when there is anything to change. */
  plan(): Promise<Run> {
    return this.#run(["plan", "-detailed-exitcode"]);
  }

  /** The state. */
  state(): unknown {
    return JSON.parse(readFileSync(path.join(this.#folder, "terraform.tfstate"), "utf8"));
  }

  /** Removes all that the workspace has on disk. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run([command = "", ...args]: string[]): Promise<Run> {
    const flags = ["-input=false", "-no-color", `-parallelism=${PARALLELISM}`];
    const options = { name: `"tofu ${command}"`, cwd: this.#folder, env: this.#env };
    return runChild(this.#tofu, [command, ...flags, ...args], options);
  }
}
