import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { groupNames, PROJECT, type Plan } from "../programs/declared";
import { AT_ONCE, type Deployment } from "./deployment";
import { ROOT } from "./root";
import type { GroupService } from "./service";
import type { Tools } from "./tools";

/** Requests at once: OpenTofu's own default is 10. */
export const PARALLELISM = `-parallelism=${AT_ONCE}`;

/** Settings of the caller that would change what OpenTofu or the provider does here, or whom they tell of it. */
const FOREIGN = /^(TF_|TOFU_|OTEL_|REST_API_|API_DATA_)/;

/** Gets OpenTofu and its provider, and gives the versions that the benchmark pins. */
export async function installed({ installPeers }: Tools): Promise<Record<string, string>> {
  const { tofu, restapi } = await installPeers();
  return { OpenTofu: tofu.version, "terraform-provider-restapi": restapi.version };
}

/**
 * The groups of `bench/peers/main.tf`, with the real OpenTofu and a local state. `flags` are what it is told beside {@link PARALLELISM}. The
 * key is given by the environment, and is in no file but the state's.
 */
export async function deployOpenTofu(
  { installPeers, run, succeed, cleanEnvironment }: Tools,
  folder: string,
  service: GroupService,
  flags: readonly string[],
): Promise<Deployment> {
  const { tofu, restapi } = await installPeers();
  const temporary = path.join(folder, "tmp");
  mkdirSync(temporary, { recursive: true });
  copyFileSync(path.join(ROOT, "bench/peers/main.tf"), path.join(folder, "main.tf"));
  // The provider is taken as it was built: no registry is asked, and nothing is to be initialised.
  const settings = path.join(folder, "cli.tfrc");
  const overrides = `dev_overrides {\n    "mastercard/restapi" = ${JSON.stringify(path.dirname(restapi.binary))}\n  }`;
  writeFileSync(settings, `provider_installation {\n  ${overrides}\n}\n`);
  const env = {
    ...Object.fromEntries(Object.entries(cleanEnvironment()).filter(([name]) => !FOREIGN.test(name))),
    TMPDIR: temporary,
    TF_CLI_CONFIG_FILE: settings,
    CHECKPOINT_DISABLE: "true",
    TF_VAR_url: service.url,
    TF_VAR_api_key: service.apiKey,
  };
  const start = (command: string, { count, revision, revised = count }: Plan, ...more: string[]) => {
    const place = { organization_name: PROJECT.organizationName, project_name: PROJECT.projectName };
    const variables = { ...place, names: groupNames(count), revision, revised };
    writeFileSync(path.join(folder, "terraform.tfvars.json"), JSON.stringify(variables));
    const args = [command, "-input=false", "-no-color", PARALLELISM, ...flags, ...more];
    return succeed(`tofu ${command}`, run(tofu.binary, args, { cwd: folder, env }));
  };
  return {
    up: (plan) => start("apply", plan, "-auto-approve"),
    async preview(plan, changes) {
      const run = await start("plan", plan);
      const expected = changes === 0 ? "No changes." : `Plan: 0 to add, ${changes} to change, 0 to destroy.`;
      if (!run.output.includes(expected)) {
        throw new Error(`tofu plan should have said "${expected}", and said:\n${run.output}`);
      }
      return run;
    },
    state: () => readFileSync(path.join(folder, "terraform.tfstate"), "utf8"),
  };
}
