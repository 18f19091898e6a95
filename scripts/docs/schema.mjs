import { provider } from "./build.mjs";
import { code, table } from "./markdown.mjs";

const schema = Object.assign(
  {},
  ...["containerGroup", "inferenceEndpointJob", "queue", "queueJob"].map((name) =>
    provider("core", "schema", `${name}.js`),
  ),
);
const { membersOf } = provider("core", "schema", "members.js");
const { COUNTRY_CODES } = provider("core", "schema", "countryCodes.js");
const { isStructure } = provider("core", "patch", "mergePatch.js");

const bodies = [schema.containerGroupUpdate, schema.queueUpdate].map(membersOf);

/** What a field holds, by name; `*` stands for each element of an array or map. */
const childrenOf = (field) => [...field.members, ...(field.element ? [["*", field.element]] : [])];

/** All fields below one, each with its path as programs write it, and the fields that it stands in, the nearest first. */
function fieldsBelow(field, path = [], around = [field]) {
  return childrenOf(field).flatMap(([name, child]) => {
    const at = [...path, name];
    return [{ ...child, path: at.join("."), around }, ...fieldsBelow(child, at, [child, ...around])];
  });
}

/** Says the same of fields that are described alike, wherever they are. */
const shapeOf = (field) =>
  JSON.stringify([field.rule, childrenOf(field).map(([name, child]) => [name, shapeOf(child)])]);

/** The rows of a table of fields. An object like an earlier one says so, in place of rows for its fields. */
function rowsBelow(root) {
  const first = new Map();
  const rows = fieldsBelow(root).map((row) => {
    const shape = row.members.size > 2 ? shapeOf(row) : row.path;
    const like = first.get(shape);
    first.set(shape, like ?? row.path);
    return { ...row, like };
  });
  const repeated = rows.filter(({ like }) => like !== undefined).map(({ path }) => `${path}.`);
  const isPlainElement = ({ path, entity }) => path.endsWith("*") && !entity;
  return rows.filter((row) => !isPlainElement(row) && !repeated.some((start) => row.path.startsWith(start)));
}

/** A rule as the schema has it, with its patterns and words as code. */
const ruleOf = ({ rule = "an object" }) => rule.replace(/"[^"]*"/g, code).replace(/(?<=matches ).*$/, code);

function valueOf(field) {
  const { decimal, rest } = field;
  if (decimal || rest) {
    return decimal
      ? "an integer, as a decimal string"
      : `the other fields${rest === "scalars" ? " that are plain values" : ""}`;
  }
  if (field.like !== undefined) {
    return `an object like ${code(field.like)}`;
  }
  const rule = ruleOf(field);
  const name = field.keyRule ? `, each name ${ruleOf({ rule: field.keyRule })}` : "";
  const element = { array: ", each ", map: ", each value " }[field.kind];
  return rule + name + (element && field.element.type !== "json" ? element + ruleOf(field.element) : "");
}

/** What an update sends for a field that is taken out of the program. */
const REMOVALS = [
  [({ around }) => around.some(({ kind }) => kind === "array"), () => ""],
  [({ unmanagedWhenRemoved }) => unmanagedWhenRemoved, () => "stays as it is"],
  [({ unset }) => unset !== null, ({ unset }) => `set to ${code(JSON.stringify(unset))}`],
  [({ defaultsTo }) => defaultsTo, ({ defaultsTo }) => `removed: the service sets it to ${code(defaultsTo)}`],
  [(field) => isPatchedByField(field), () => "each of its fields"],
  [() => true, () => "removed"],
];

const removalOf = (field) => REMOVALS.find(([holds]) => holds(field))[1](field);

/** An object whose fields are sent one by one, and which stands in nothing that is sent whole. */
const isPatchedByField = (field) => isStructure(field) && field.around.every((outer) => isStructure(outer));

// What holds a credential says so for all that is in it.
function isCredential({ secrecy, around }) {
  return secrecy === "credential" && around[0].secrecy !== "credential";
}

function isSensitive({ secrecy, around }) {
  return secrecy === "sensitive" && around[0].secrecy === undefined;
}

/** What else is to be said of a field, where it holds. */
const NOTES = [
  [({ entity }) => entity, () => "sent as one unit"],
  [({ kind }) => kind === "array", () => "sent whole"],
  [({ order }) => order === "meaningless", () => "a change of the order is no change"],
  [isCredential, () => "always secret"],
  [isSensitive, () => "masked in messages"],
  [({ neverNull }) => neverNull, () => "not `null`"],
  [({ writeOnly }) => writeOnly, () => "not in responses"],
  [({ readAs }) => readAs, ({ readAs }) => `in responses the ${code(readAs)} of the group`],
];

const notesOf = (field) =>
  NOTES.filter(([holds]) => holds(field))
    .map(([, note]) => note(field))
    .join("; ");

const PATH = { field: ({ path }) => code(path) };
const WIRE = { "in the API": ({ wire, path, rest }) => (path.endsWith("*") || rest ? "" : code(wire)) };
const VALUE = { "must be": valueOf };

const bodyTable = (body) =>
  table(
    { ...PATH, ...WIRE, ...VALUE, "taken out of the program": removalOf, notes: notesOf },
    rowsBelow(membersOf(body)),
  );

const observedTable = (observed) => table({ ...PATH, ...WIRE, value: valueOf }, rowsBelow(membersOf(observed)));

/** The arguments that are no fields of a body, and the classes that take each. */
function ownArguments() {
  const classes = {
    ContainerGroup: [schema.containerGroupArguments, schema.containerGroupUpdate],
    ContainerGroupFleet: [schema.containerGroupFleetArguments],
    Queue: [schema.queueArguments, schema.queueUpdate],
    QueueJob: [schema.queueJobArguments, schema.queueJobBody],
  };
  const found = new Map();
  for (const [name, [given, body]] of Object.entries(classes)) {
    const sent = body ? membersOf(body).members : new Map();
    for (const [argument, field] of membersOf(given).members) {
      if (!sent.has(argument)) {
        found.set(argument, { field, takenBy: [...(found.get(argument)?.takenBy ?? []), name] });
      }
    }
  }
  return table(
    {
      argument: ([name]) => code(name),
      of: ([, { takenBy }]) => (takenBy.length === Object.keys(classes).length ? "all" : takenBy.map(code).join(", ")),
      "must be": ([, { field }]) => valueOf(field),
    },
    [...found],
  );
}

/** The paths of all fields in requests of which this holds; of those alike in several places, each. */
const pathsWhere = (holds, roots = bodies) =>
  [
    ...new Set(
      roots
        .flatMap((root) => fieldsBelow(root))
        .filter(holds)
        .map(({ path }) => code(path)),
    ),
  ].join(", ");

const isWriteOnly = ({ writeOnly, secrecy }) => writeOnly || secrecy === "credential";

/** The same, of fields that a response is compared with. */
const compared = (holds) => pathsWhere((field) => holds(field) && ![field, ...field.around].some(isWriteOnly));

/** How a response may write a value in another way than the program, and for which fields. */
const equivalences = () =>
  table({ "what may differ": ([what]) => what, where: ([, where]) => where }, [
    ["the order of the elements", compared(({ order }) => order)],
    ["upper and lower case", compared(({ ignoreCase }) => ignoreCase)],
    ['`null`, absent, `[]`, `{}` or `""`', "all fields that are declared as one of these"],
    [
      "a value in place of a declared `null`, which the service filled in",
      `all fields but ${compared((field) => field.absentMeansRemoved || field.unset !== null)}, ` +
        "and but the kinds of a probe",
    ],
  ]);

const unsetValues = () =>
  table(
    {
      field: PATH.field,
      "in the patch": ({ unmanagedWhenRemoved, unset }) =>
        unmanagedWhenRemoved ? "nothing" : code(JSON.stringify(unset)),
    },
    bodies
      .flatMap((body) => fieldsBelow(body))
      .filter(({ unmanagedWhenRemoved, unset }) => unmanagedWhenRemoved || unset !== null),
  );

const units = () =>
  table({ "": ([kind]) => kind, fields: ([, fields]) => fields }, [
    ["structure", pathsWhere((field) => field.kind !== "leaf" && isPatchedByField(field))],
    ["unit", pathsWhere(({ entity }) => entity)],
  ]);

const requests = [...bodies, membersOf(schema.queueJobBody)];

const secrecy = () =>
  table({ "": ([kind]) => kind, fields: ([, fields]) => fields }, [
    ["always secret", pathsWhere(isCredential, requests)],
    ["masked in messages", pathsWhere(isSensitive, requests)],
  ]);

const formats = () => {
  const rule = (root, name) => ruleOf(membersOf(root).members.get(name));
  return table({ "": ([what]) => what, "must be": ([, must]) => must }, [
    [
      "names of organizations, projects, container groups, queues and inference endpoints",
      rule(schema.containerGroupArguments, "name"),
    ],
    ["display names", rule(schema.containerGroupUpdate, "displayName")],
    ["identifiers", rule(schema.containerGroupObserved, "id")],
    ["times", rule(schema.containerGroupObserved, "createTime")],
    [
      "country codes",
      `${ruleOf(membersOf(schema.containerGroupUpdate).members.get("countryCodes").element)}: one of [these](#country-codes)`,
    ],
  ]);
};

/** What is made of the schema, by the name of the block. */
export const schemaBlocks = {
  formats,
  "own-arguments": ownArguments,
  "container-group-fields": () => bodyTable(schema.containerGroupUpdate),
  "queue-fields": () => bodyTable(schema.queueUpdate),
  "queue-job-fields": () =>
    table({ ...PATH, ...WIRE, ...VALUE, notes: notesOf }, rowsBelow(membersOf(schema.queueJobBody))),
  "listing-arguments": () => table({ argument: PATH.field, ...VALUE }, rowsBelow(membersOf(schema.iterateArguments))),
  "container-group-observed": () => observedTable(schema.containerGroupObserved),
  "fleet-observed": () => observedTable(schema.fleetGroupObserved),
  "queue-observed": () => observedTable(schema.queueObserved),
  "queue-job-observed": () => observedTable(schema.queueJobObserved),
  "listed-job": () => observedTable(schema.inferenceEndpointJob),
  "country-codes": () => COUNTRY_CODES.map(code).join(" "),
  "unset-values": unsetValues,
  units,
  secrecy,
  equivalences,
};
