import { deployed, PROJECT, type Deployed } from "../support/deployed";
import { changeGroup } from "../support/service";
import { testLife, type Step } from "../support/steps";

let all: Deployed;

beforeAll(async () => {
  all = await deployed({ groups: ["web", "other"].map((name) => ({ ...PROJECT, name })) });
});

afterAll(() => all.close());

/** A program with one group. */
const program = (args: string, options = "{}") =>
  `exports.observed = new cg.ContainerGroup("web", ${args}, ${options}).observed;`;

type Document = { container: object; [field: string]: unknown };

/** What the service holds of the group. */
const document = () => all.service.stored(PROJECT.organizationName, PROJECT.projectName, "web") as Document;

/** Somebody else changes the group before a run; in the end it is what `expected` makes of that. */
function withChangesByOthers(fields: object, container: object, expected: (held: Document) => Document): Partial<Step> {
  let held: Document;
  return {
    before: () => {
      changeGroup(all.service, "web", { ...fields, container: { ...document().container, ...container } });
      held = document();
    },
    lastly: () => expect(document()).toEqual(expected(held)),
  };
}

const asItIs = (held: Document) => held;

const CONTAINER = `container: { image: "i:1", environmentVariables: { A: "1" } }`;
const FIRST = `{ replicas: 3, displayName: "Web", container: { image: "i:1", environmentVariables: { A: "1", B: "2" } } }`;

describe("in the life of a container group,", () => {
  // prettier-ignore
  testLife(() => all, [
    ["a preview of the first declaration shows it and sends nothing", { program: program(FIRST), command: "preview", prints: /replicas\s*: 3/ }],
    ["the first up sends the declaration in one PATCH",
      { sends: [`web {"container":{"environment_variables":{"A":"1","B":"2"},"image":"i:1"},"display_name":"Web","replicas":3}`], outputs: { web: { replicas: 3, observed: { replicas: 3, displayName: "Web", version: 2 } } }, settles: true }],
    ["a changed field costs one PATCH with that change, and its neighbours stay as others have set them",
      {
        ...withChangesByOthers(
          { country_codes: ["fr"], liveness_probe: { tcp: { port: 7 } }, networking: { port: 7 } },
          { command: ["theirs"], environment_variables: { A: "1", B: "2", THEIRS: "7" }, logging: { tcp: { host: "theirs", port: 7 } } },
          (held) => ({ ...held, container: { ...held.container, environment_variables: { A: "1", B: "3", THEIRS: "7" } } }),
        ),
        program: program(FIRST.replace(`B: "2"`, `B: "3"`)),
        sends: [`web {"container":{"environment_variables":{"B":"3"}}}`],
        does: ["update web"],
        settles: true,
      }],
    ["a removed field is sent as null",
      {
        program: program(`{ replicas: 3, ${CONTAINER} }`),
        sends: [`web {"container":{"environment_variables":{"B":null}},"display_name":null}`],
        holds: { web: { replicas: 3, country_codes: ["fr"], container: { environment_variables: { A: "1", THEIRS: "7" } } } },
        after: () => expect(all.service.group("acme", "vision", "web")).toMatchObject({ display_name: "web" }),
        settles: true,
      }],
    ["an explicit null is sent once, and survives in the state",
      { program: program(`{ replicas: 3, displayName: null, countryCodes: null, ${CONTAINER} }`), sends: [`web {"country_codes":null,"display_name":null}`], outputs: { web: { displayName: null, countryCodes: null } }, settles: true }],
    ["a refresh sends nothing and changes nothing, whatever others did to declared fields and to others",
      { ...withChangesByOthers({ replicas: 7 }, { image: "theirs:7", command: ["theirs", "too"] }, asItIs), command: "refresh", keepsOutputs: ["web"], settles: true }],
    ["another name is another group: the new one is adopted, the old one forgotten",
      {
        ...withChangesByOthers({}, {}, asItIs),
        program: program(`{ name: "other", replicas: 2 }`),
        sends: [`other {"replicas":2}`],
        does: ["create-replacement web", "replace web", "delete-replaced web"],
        after: () =>
          expect(all.service.requests.map(({ path }) => path)).toEqual([
            "/organizations/acme/projects/vision/containers/other",
          ]),
        settles: true,
      }],
    ["an onDestroy that is added later is kept without a request",
      { program: program(`{ name: "other", replicas: 2, onDestroy: { replicas: 0 } }`), settles: true }],
    ["a destroy sends the onDestroy patch",
      { command: "destroy", sends: [`other {"replicas":0}`], after: () => expect(all.stack.export()).not.toContain("ContainerGroup") }],
    ["a destroy without onDestroy forgets the group, and needs no key",
      { program: program("{ replicas: 5 }"), sends: [`web {"replicas":5}`] },
      { before: () => all.stack.unconfigure("containergroups:apiKey"), command: "destroy", after: () => all.stack.configure("containergroups:apiKey", all.service.apiKey) }],
    ["opts.import is refused with the way out",
      { program: program("{ replicas: 5 }", `{ import: "acme/vision/web" }`), fails: true, prints: /import[^]*adopt|adopt[^]*import/ }],
  ]);
});
