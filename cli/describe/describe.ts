import { Client } from "../../provider/core/http/client";
import { ServiceError } from "../../provider/core/http/errors";
import { renderRequest } from "../../provider/core/http/operations";
import { isJsonObject } from "../../provider/core/json/object";
import { CONTAINER_GROUP } from "../../provider/core/schema/containerGroup";
import { QUEUE } from "../../provider/core/schema/queue";
import type { UpdatableObject } from "../../provider/core/schema/objects";
import { membersOf } from "../../provider/core/schema/members";
import { mask } from "../../provider/core/secrets/redaction";
import type { Settings } from "../../provider/settings/rules";
import type { DescribeCommand } from "../commandLine";
import type { CliContext } from "../context";
import { CliError, UsageError } from "../errors";
import { canAsk, confirm, styled } from "../terminal";
import type { ObjectDescription } from "./description";
import { nextSteps } from "./nextSteps";
import { formatName, readNames, type ObjectName } from "./objects";
import { printProgram } from "./printing";
import { readResponse, type SecretRules } from "./reading";
import { assertOneProject, fleetResource, singleResources, type DescribedObject } from "./resources";
import { nameSecrets } from "./secretNames";
import { allSettings, usable } from "./settings";
import { takeOutInvalid } from "./validity";

/** Says what is about to be sent, and asks. */
async function announce(
  names: readonly ObjectName[],
  { noun }: UpdatableObject,
  { baseUrl }: Settings,
  { yes }: DescribeCommand,
  context: CliContext,
): Promise<void> {
  const [one] = names;
  const to = names.length === 1 && one ? `${noun} ${formatName(one)}` : `each of ${names.length} ${noun}s`;
  context.stderr.write(
    `The API has no way to read a ${noun}. So this sends one empty merge patch (PATCH with the body {}) to ${to} at ${baseUrl}. ` +
      "It changes no field; the service may count it as an update all the same.\n" +
      (names.length > 1 ? names.map((name) => `  ${formatName(name)}\n`).join("") : ""),
  );
  if (yes) {
    return;
  }
  if (!canAsk(context)) {
    throw new UsageError("there is no terminal to ask on: say --yes to send it");
  }
  if (!(await confirm(styled("bold", "Send it?", context), context))) {
    throw new CliError("nothing was sent");
  }
}

async function describeOne(
  client: Client,
  name: ObjectName,
  kind: UpdatableObject,
  rules: SecretRules,
): Promise<DescribedObject> {
  const { name: last, ...parents } = name;
  const request = renderRequest(kind.operation, { ...parents, [kind.nameParameter]: last }, { body: {} });
  const { body, unreadable } = await client.send(request);
  if (!isJsonObject(body)) {
    const why = unreadable ?? "it is not a JSON object";
    throw new CliError(`${kind.noun} ${formatName(name)}: the response does not show it: ${why}`);
  }
  const description: ObjectDescription = readResponse(body, membersOf(kind.body), rules);
  takeOutInvalid(description, kind.body);
  return { name, description };
}

/** Describes all, or fails with what is wrong with each: half a declaration might pass for a whole one. */
async function describeAll(
  client: Client,
  names: readonly ObjectName[],
  kind: UpdatableObject,
  rules: SecretRules,
): Promise<DescribedObject[]> {
  const results = await Promise.allSettled(names.map((name) => describeOne(client, name, kind, rules)));
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason as Error] : []));
  const unexpected = reasons.find((reason) => !(reason instanceof ServiceError || reason instanceof CliError));
  if (unexpected !== undefined) {
    throw unexpected;
  }
  if (reasons.length > 0) {
    throw new CliError(reasons.map(({ message }) => message).join("\n"));
  }
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}

/** Prints the declaration of what the service has. */
export async function describe(command: DescribeCommand, context: CliContext): Promise<void> {
  const kind = command.queue ? QUEUE : CONTAINER_GROUP;
  const all = await allSettings(command, context);
  const settings = usable(all.command);
  const names = readNames(command.names, settings);
  if (command.fleet) {
    assertOneProject(names);
  }
  await announce(names, kind, settings, command, context);

  const { apiKey = "" } = settings;
  const log = (line: string) => void context.stderr.write(`${line}\n`);
  const client = new Client(settings, { log, env: { ...context.env } });
  try {
    const rules = { environment: command.secretEnvironment, known: apiKey };
    const objects = await describeAll(client, names, kind, rules);
    const { organizationName, projectName } = all.program.settings;
    const defaults = { organizationName, projectName, profile: command.profile };
    const resources = command.fleet
      ? fleetResource(objects, membersOf(kind.body), defaults)
      : singleResources(command.queue ? "Queue" : "ContainerGroup", objects, defaults);
    const secrets = nameSecrets(resources);
    context.stdout.write(mask(printProgram(resources, secrets), apiKey));
    context.stderr.write(mask(nextSteps(secrets, all, context), apiKey));
  } finally {
    await client.close();
  }
}
