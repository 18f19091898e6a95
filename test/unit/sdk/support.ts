import * as pulumi from "@pulumi/pulumi";
import type { ResourceKind } from "../../../sdk/internal/resourceKinds";
import { resourceProps } from "../../../sdk/internal/resourceProps";
import { configurationOf, PROJECT } from "../../support/configuration";

/** What a mocked engine was asked to register. */
export interface Registration {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
}

/** A run of a program of its own: a fresh monitor, which answers `observed` beside the inputs. */
export function startRun({ preview = false } = {}): Registration[] {
  const registrations: Registration[] = [];
  void pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => {
        registrations.push({ type, name, inputs: inputs as Record<string, unknown> });
        return { id: `id-of-${name}`, state: { ...(inputs as object), observed: { version: 7 } } };
      },
      call: () => ({}),
    },
    "project",
    "stack",
    preview,
  );
  return registrations;
}

/** Each test that follows is a run of its own, with these settings beside the project. */
export function inProject(settings: Record<string, string> = {}): void {
  beforeEach(() => {
    startRun();
    setSettings({ ...PROJECT, ...settings });
  });
}

/** A run that is no unit test of a program: its monitor is not a mock's, and takes no registration. */
export function startUnmockedRun({ preview = false } = {}): void {
  pulumi.runtime.setMockOptions({}, "project", "stack", preview);
}

/** The settings of the stack for what follows. */
export function setSettings(settings: Record<string, string>): void {
  pulumi.runtime.setAllConfig(configurationOf(settings));
}

/** The value of an output, by its public side. */
export function valueOf<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply(resolve));
}

/** An output that is unknown, as another resource's is at a preview. */
export function unknownOutput<T>(secret = false): pulumi.Output<T> {
  const unknown = pulumi.output(pulumi.unknown);
  return (secret ? pulumi.secret(unknown) : unknown) as unknown as pulumi.Output<T>;
}

/** Rejections are looked at where a test expects them; the output's other promises reject alike, unseen. */
function silence(value: unknown): void {
  if (value instanceof Promise) {
    value.then(silence, () => undefined);
    return;
  }
  if (pulumi.Output.isInstance(value)) {
    const { isKnown, isSecret } = value as unknown as Record<"isKnown" | "isSecret", Promise<boolean>>;
    void Promise.allSettled([isKnown, isSecret]);
  }
}

/** What Pulumi sends for a value: secrets as `{ secret: value }`, unknown values as `UNKNOWN`. */
export async function sent(value: unknown, dependsOn?: Set<pulumi.Resource>): Promise<unknown> {
  silence(value);
  return readable(await pulumi.runtime.serializeProperty("value", value, dependsOn ?? new Set()));
}

/** What Pulumi sends for a resource of this kind. */
export async function sentProps(
  kind: ResourceKind,
  args: object,
  { name = "web", ...opts }: pulumi.CustomResourceOptions & { name?: string } = {},
): Promise<Record<string, unknown>> {
  const props = resourceProps(kind, name, args, opts);
  Object.values(props).forEach(silence);
  return readable(await pulumi.runtime.serializeProperties("props", props)) as Record<string, unknown>;
}

function readable(value: unknown): unknown {
  if (value === pulumi.runtime.unknownValue) {
    return "UNKNOWN";
  }
  if (Array.isArray(value)) {
    return value.map(readable);
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (pulumi.runtime.isRpcSecret(value)) {
    return { secret: readable(pulumi.runtime.unwrapRpcSecret(value)) };
  }
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, readable(inner)]));
}
