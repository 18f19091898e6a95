import { createInterface } from "node:readline";
import { Client } from "../provider/core/http/client";
import { ServiceError } from "../provider/core/http/errors";
import { renderRequest } from "../provider/core/http/operations";
import { isJsonObject, type JsonObject } from "../common/json";
import { CONTAINER_GROUP } from "../provider/core/schema/containerGroup";
import { membersOf } from "../provider/core/schema/members";
import type { UpdatableObject } from "../provider/core/schema/objects";
import { QUEUE } from "../provider/core/schema/queue";
import { nextStep } from "../provider/settings/nextSteps";
import type { Settings } from "../provider/settings/rules";
import type { DescribeCommand } from "./commandLine";
import { CliError, UsageError, type CliContext } from "./context";
import { formatName, readNames, type ObjectName } from "./names";
import { printProgram, type PrintedResource } from "./printing";
import { readResponse, type Description } from "./reading";
import { nameSecrets, type SecretNames, type SecretRules } from "./secrets";
import { readCommandSettings } from "./settings";

/** Prints the requests to send, and asks. */
async function announce(
  names: readonly ObjectName[],
  { noun }: UpdatableObject,
  baseUrl: string | undefined,
  isAgreed: boolean,
  { stdin, stderr }: CliContext,
): Promise<void> {
  const lines = names.map((name) => `  ${noun} ${formatName(name)}\n`);
  stderr.write(
    `The API has no way to read a ${noun}. So one empty merge patch (PATCH with the body {}) is sent to ${baseUrl} for each of:\n` +
      `${lines.join("")}It changes no field; the service may count it as an update all the same.\n`,
  );
  if (isAgreed) {
    return;
  }
  if (!stdin.isTTY || !stderr.isTTY) {
    throw new UsageError("there is no terminal to ask on: say --yes to send it");
  }
  stderr.write("Send it? [y/N] ");
  const answers = createInterface({ input: stdin, terminal: false });
  const { value } = (await answers[Symbol.asyncIterator]().next()) as { value?: string };
  answers.close();
  if (!/^y(es)?$/i.test(value?.trim() ?? "")) {
    throw new CliError("nothing was sent");
  }
}

function openClient(settings: Settings, { stderr, env }: CliContext): Client {
  try {
    const log = (line: string) => void stderr.write(`${line}\n`);
    return new Client(settings, { log, nextStep, env: { ...env } });
  } catch (error) {
    // The value for a proxy is no URL.
    throw new CliError((error as Error).message);
  }
}

async function responseOf(client: Client, objectName: ObjectName, kind: UpdatableObject): Promise<JsonObject> {
  const { name, ...parents } = objectName;
  const request = renderRequest(kind.operation, { ...parents, [kind.nameParameter]: name }, { body: {} });
  const { body, unreadable = "it is not a JSON object" } = await client.send(request);
  if (!isJsonObject(body)) {
    throw new CliError(`${kind.noun} ${formatName(objectName)}: the response does not show it: ${unreadable}`);
  }
  return body;
}

/** The responses for all objects. Throws if any fails, as half a declaration might pass for a whole one. */
async function responsesOf(client: Client, names: readonly ObjectName[], kind: UpdatableObject): Promise<JsonObject[]> {
  const failures: string[] = [];
  const responses = names.map((name) =>
    responseOf(client, name, kind).catch((error: unknown) => {
      if (!(error instanceof ServiceError || error instanceof CliError)) {
        throw error;
      }
      failures.push(error.message);
      return {};
    }),
  );
  const all = await Promise.all(responses);
  if (failures.length > 0) {
    throw new CliError(failures.join("\n"));
  }
  return all;
}

/** An object and its printed declaration. */
interface DescribedObject extends Description {
  name: ObjectName;
  secrets: SecretNames;
}

function describeObjects(
  names: readonly ObjectName[],
  responses: readonly JsonObject[],
  { body }: UpdatableObject,
  rules: SecretRules,
): DescribedObject[] {
  const taken = new Set<string>();
  return names.map((name, index) => {
    const declaration = readResponse(responses[index] ?? {}, body);
    const secrets = nameSecrets(name.name, declaration.args, membersOf(body), rules, taken);
    return { ...declaration, name, secrets };
  });
}

/** One resource for each object, named after it, and after its project too if two objects share a name. */
function singleResources(
  objects: readonly DescribedObject[],
  type: "ContainerGroup" | "Queue",
  profile: JsonObject,
): PrintedResource[] {
  return objects.map(({ name: { organizationName, projectName, name }, args, ...rest }) => {
    const isAlone = objects.filter((other) => other.name.name === name).length === 1;
    const resourceName = isAlone ? name : [organizationName, projectName, name].join("-");
    return { ...rest, type, name: resourceName, args: { organizationName, projectName, name, ...profile, ...args } };
  });
}

/** One fleet for all groups, named after their project. */
function fleetResource(groups: readonly DescribedObject[], profile: JsonObject): PrintedResource[] {
  const declared = groups.map(({ name: { name }, args }) => [name, args] as const);
  const secrets = groups.flatMap(({ name: { name }, secrets }) =>
    [...secrets].map(([pointer, secret]) => [`/groups/${name}${pointer}`, secret] as const),
  );
  const notes = groups.flatMap(({ name: { name }, notes }) => notes.map((note) => `${name}: ${note}`));
  return groups.slice(0, 1).map(({ name: { organizationName, projectName } }) => ({
    type: "ContainerGroupFleet",
    name: projectName,
    args: { organizationName, projectName, ...profile, groups: Object.fromEntries(declared) },
    notes,
    secrets: new Map(secrets),
  }));
}

function afterwards(resources: readonly PrintedResource[]): string {
  const secrets = resources.flatMap((resource) => [...resource.secrets.values()]);
  const commands = secrets.map((name) => `  pulumi config set --secret ${name}\n`).join("");
  return (
    "Read the declaration before you commit it: a value counts as secret only if the name of its field or variable says so.\n" +
    (secrets.length === 0
      ? ""
      : `Before \`pulumi up\`, in the folder of the program:\n${commands}` +
        "If you do not have a secret, take its field out: what is not declared stays as it is.\n")
  );
}

/** Prints the declaration of objects as the service shows them. */
export async function describe(command: DescribeCommand, context: CliContext): Promise<void> {
  const { queue, fleet, yes, profile: profileName, "secret-environment": allVariables } = command.flags;
  const kind = queue ? QUEUE : CONTAINER_GROUP;
  const settings = await readCommandSettings(command, context);
  const names = readNames(command.names, settings, fleet === true);
  await announce(names, kind, settings.baseUrl, yes === true, context);

  const client = openClient(settings, context);
  try {
    const rules = { apiKey: settings.apiKey, allVariables };
    const objects = describeObjects(names, await responsesOf(client, names, kind), kind, rules);
    const profile: JsonObject = profileName === undefined ? {} : { profile: profileName };
    const resources = fleet
      ? fleetResource(objects, profile)
      : singleResources(objects, queue ? "Queue" : "ContainerGroup", profile);
    context.stdout.write(printProgram(resources));
    context.stderr.write(afterwards(resources));
  } finally {
    await client.close();
  }
}
