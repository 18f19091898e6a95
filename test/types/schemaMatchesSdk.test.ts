import type * as pulumi from "@pulumi/pulumi";
import { join } from "node:path";
import ts from "typescript";
import type { z } from "zod";
import type * as schema from "../support/schema";
import type { Json } from "../../common/json";
import type * as sdk from "../../sdk";

// The exported argument types are written by hand, to be read in an editor; the provider reads a schema. Here the compiler
// holds one to the other: what is below must compile, and each expectation of an error must be needed.

/** Whether a member must be there counts for arguments alone: a response may leave out anything. */
type Side = "argument" | "response";

type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * Every place of a type as text, such as `.container?.image?: string`: text is text, whichever words are meant. Texts,
 * because the compiler takes two types for the same when they differ a few levels further down.
 */
type Places<T, S extends Side, At extends string = ""> =
  IsAny<T> extends true ? `${At}: anything` : [Json] extends [T] ? `${At}: json` : PlacesOf<T, S, At>;

type PlacesOf<T, S extends Side, At extends string> = T extends string
  ? `${At}: string`
  : T extends number
    ? `${At}: number`
    : T extends boolean
      ? `${At}: boolean`
      : T extends null
        ? // An response's null is not kept.
          S extends "argument"
          ? `${At}: null`
          : never
        : T extends readonly (infer E)[]
          ? Places<E, S, `${At}[]`>
          : | `${At}: object`
            | { [K in keyof T]-?: Places<Exclude<T[K], undefined>, S, `${At}.${Name<K, T[K], S>}`> }[keyof T];

/** Under a user's own key there is always a value, if only because there is the key. */
type Name<K, V, S extends Side> = string extends K
  ? "*"
  : `${K & string}${S extends "argument" ? (undefined extends V ? "?" : "") : ""}`;

/** What one side alone has, in words that the compiler's error repeats; `never` where both have the same. */
type Difference<Sdk extends string, Schema extends string> =
  `the SDK alone has ${Exclude<Sdk, Schema>}` | `the schema alone has ${Exclude<Schema, Sdk>}`;

type OfArguments<T, Schema extends z.ZodType> = Difference<
  Places<pulumi.Unwrap<T>, "argument">,
  Places<z.input<Schema>, "argument">
>;
type OfResponse<T, Schema extends z.ZodType> = Difference<Places<T, "response">, Places<z.input<Schema>, "response">>;

/** Compiles where there is no difference. */
type None<_T extends never> = true;

/** Of the arguments the name alone may be left out in a program: the resource's name stands in. */
type Unnamed<T extends z.ZodObject> = z.ZodObject<
  Omit<T["shape"], "name"> & { name: z.ZodOptional<T["shape"]["name"]> }
>;

type GroupArguments = Unnamed<typeof schema.containerGroupArguments>;
type QueueArguments = Unnamed<typeof schema.queueArguments>;
type JobArguments = typeof schema.queueJobArguments;

export type Seam = [
  None<OfArguments<sdk.ContainerGroupUpdateArgs, typeof schema.containerGroupUpdate>>,
  None<OfArguments<sdk.ContainerGroupArgs, GroupArguments>>,
  None<OfArguments<sdk.ContainerGroupFleetArgs, typeof schema.containerGroupFleetArguments>>,
  None<OfArguments<sdk.QueueArgs, QueueArguments>>,
  None<OfArguments<sdk.QueueJobArgs, JobArguments>>,
  None<OfArguments<sdk.ListInferenceEndpointJobsArgs, typeof schema.listArguments>>,
  None<OfArguments<sdk.ListInferenceEndpointJobsOutputArgs, typeof schema.listArguments>>,
  None<OfArguments<sdk.IterateInferenceEndpointJobsArgs, typeof schema.iterateArguments>>,
  None<OfResponse<sdk.ContainerGroupObserved, typeof schema.containerGroupObserved>>,
  None<OfResponse<sdk.ContainerGroupFleetObserved, typeof schema.fleetGroupObserved>>,
  None<OfResponse<sdk.QueueObserved, typeof schema.queueObserved>>,
  None<OfResponse<sdk.QueueJobObserved, typeof schema.queueJobObserved>>,
  None<OfResponse<sdk.InferenceEndpointJob, typeof schema.inferenceEndpointJob>>,
];

type GroupInput = z.input<typeof schema.containerGroupUpdate>;
type GroupResponse = z.input<typeof schema.containerGroupObserved>;
type JobResponse = z.input<typeof schema.queueJobObserved>;
type OfWords<A, B> = Difference<A & string, B & string>;

/** The words that a text may be, where both sides list them. */
export type SeamOfWords = [
  None<OfWords<sdk.Priority, NonNullable<GroupInput["container"]>["priority"]>>,
  None<OfWords<sdk.Priority, GroupResponse["priority"]>>,
  None<OfWords<sdk.RestartPolicy, GroupResponse["restartPolicy"]>>,
  None<OfWords<sdk.QueueJobStatus, JobResponse["status"]>>,
];

// The proof that the comparison sees a difference: a member more on either side, at any depth, and each way to differ.
type Group = sdk.ContainerGroupUpdateArgs;
type Container = sdk.ContainerArgs;
type Schema = typeof schema.containerGroupUpdate;
type Replaced<T, M> = Omit<T, keyof M> & M;
type Extended<S extends z.ZodObject, M extends z.ZodRawShape> = z.ZodObject<S["shape"] & M>;

type OtherEnvironment = Replaced<Container, { environmentVariables?: { [name: string]: number | null } }>;
type OtherHeaders = Replaced<sdk.HttpProbeArgs, { headers?: { name: string; value: number }[] | null }>;
type OtherProbe = Replaced<sdk.ProbeArgs, { http?: OtherHeaders | null }> | null;

export type Differences = [
  // @ts-expect-error -- the SDK has a member more
  None<OfArguments<Group & { more?: pulumi.Input<string | null> }, Schema>>,
  // @ts-expect-error -- the schema has a member more
  None<OfArguments<Group, Extended<Schema, { more: z.ZodOptional<z.ZodNullable<z.ZodString>> }>>>,
  // @ts-expect-error -- the SDK has a member more inside the container
  None<OfArguments<Replaced<Group, { container?: pulumi.Input<Container & { more?: string }> }>, Schema>>,
  // @ts-expect-error -- in the elements of a list
  None<OfArguments<Replaced<Group, { scalingActions?: pulumi.Input<{ replicas: number }[] | null> }>, Schema>>,
  // @ts-expect-error -- a list on one side
  None<OfArguments<Replaced<Group, { displayName?: pulumi.Input<string[] | null> }>, Schema>>,
  // @ts-expect-error -- another type
  None<OfArguments<Replaced<Group, { replicas?: pulumi.Input<string | null> }>, Schema>>,
  // @ts-expect-error -- null on one side
  None<OfArguments<Replaced<Group, { replicas?: pulumi.Input<number> }>, Schema>>,
  // @ts-expect-error -- required on one side
  None<OfArguments<Replaced<Group, { replicas: pulumi.Input<number | null> }>, Schema>>,
  // @ts-expect-error -- any JSON on one side
  None<OfArguments<Replaced<Group, { replicas?: sdk.JsonInput }>, Schema>>,
  // @ts-expect-error -- anything at all on one side
  None<OfArguments<Replaced<Group, { replicas?: ReturnType<typeof JSON.parse> }>, Schema>>,
  // @ts-expect-error -- an object of JSON is not any JSON
  None<OfArguments<Replaced<sdk.QueueJobArgs, { metadata?: sdk.JsonInput }>, JobArguments>>,
  // @ts-expect-error -- the values of the user's own keys differ
  None<OfArguments<Replaced<Group, { container?: pulumi.Input<OtherEnvironment> }>, Schema>>,
  // @ts-expect-error -- far down, in the elements of a list
  None<OfArguments<Replaced<Group, { livenessProbe?: pulumi.Input<OtherProbe> }>, Schema>>,
  // @ts-expect-error -- a response has a member more
  None<OfResponse<sdk.QueueObserved & { more: string | undefined }, typeof schema.queueObserved>>,
  // @ts-expect-error -- a word is missing
  None<OfWords<"high" | "medium" | "low", GroupResponse["priority"]>>,
];

const root = join(__dirname, "../..");

/** The compiler's errors in this file. */
function errorsOfThisFile(): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const program = ts.createProgram([__filename], options);
  const file = program.getSourceFile(__filename);
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
    ({ start, messageText }) =>
      `${(file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0) + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}

test("the SDK's types and the provider's schema have the same fields, and every difference would be seen", () => {
  expect(errorsOfThisFile()).toEqual([]);
}, 60_000);
