import { deployed, PROJECT, type Deployed } from "../support/deployed";
import { changeGroup } from "../support/service";
import { urnOf } from "../support/stack";
import { testLife } from "../support/steps";

const NAMES = ["web", "worker", "render"];

let all: Deployed;

beforeAll(async () => {
  all = await deployed(
    { groups: [...NAMES, "ignored"].map((name) => ({ ...PROJECT, name })) },
    { "containergroups:refresh": "patch" },
  );
});

afterAll(() => all.close());

const urn = (name: string) => urnOf("ContainerGroup", name);

const group = (name: string, replicas: number, options = "{}") =>
  `const ${name} = new cg.ContainerGroup("${name}", { replicas: ${replicas}, onDestroy: { replicas: 0 } }, ${options});`;

/** How long after the one before it each request began, in milliseconds. */
function pauses(): number[] {
  const starts = all.service.requests.map(({ startedAt }) => startedAt);
  return starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
}

/** The three groups, with an option for one of them. */
const groups = (replicas: number, name?: string, options?: string) =>
  NAMES.map((each) => group(each, replicas, each === name ? options : undefined)).join("\n");

const IGNORING = (replicas: number) => `
  const args = { replicas: ${replicas}, container: { environmentVariables: { MODE: "ours" } } };
  new cg.ContainerGroup("ignored", args, { ignoreChanges: ["container.environmentVariables.MODE"] });`;
const THEIRS = { environment_variables: { MODE: "theirs" } };

// Each row goes on from what the one before has left.
// prettier-ignore
testLife(() => all, [
  ["ignoreChanges: a drifted environment value stays as others have set it, through refreshes and updates",
    { program: IGNORING(1), sends: [`ignored {"container":{"environment_variables":{"MODE":"ours"}},"replicas":1}`] },
    { before: () => changeGroup(all.service, "ignored", { container: THEIRS }), command: "refresh", sends: ["ignored {}"] },
    { program: IGNORING(2), sends: [`ignored {"replicas":2}`], holds: { ignored: { container: THEIRS } }, settles: true },
    { program: "" }],
  ["dependsOn: a group is sent nothing before the one that it depends on has its response, and nothing where that fails",
    { program: group("worker", 1) + group("web", 1, "{ dependsOn: worker }"), before: () => all.service.fault({ kind: "status", status: 422, delayMs: 2000, match: { path: "/worker" } }), sends: [`worker {"replicas":1}`], fails: true },
    {
      before: () => all.service.fault({ kind: "slow", delayMs: 2000, match: { path: "/worker" } }),
      sends: [`worker {"replicas":1}`, `web {"replicas":1}`],
      does: ["create worker", "create web"],
      // Clocks round.
      after: () => expect(Math.min(...pauses())).toBeGreaterThanOrEqual(1990),
      settles: true,
    }],
  ["--target and --exclude: a resource that they leave out is sent nothing, and the next up sends it",
    { program: groups(2), flags: ["--target", urn("web")], sends: [`web {"replicas":2}`], does: ["update web"] },
    { flags: ["--exclude", urn("render")], sends: [`worker {"replicas":2}`], does: ["update worker"] },
    { sends: [`render {"replicas":2}`], does: ["create render"], settles: true },
    { command: "refresh", flags: ["--target", urn("web")], sends: [`web {}`] },
    { command: "refresh", flags: ["--exclude", urn("web"), "--exclude", urn("render")], sends: [`worker {}`] }],
  ["preview --refresh asks the service and shows what drifted, and leaves the state as it was",
    { before: () => changeGroup(all.service, "web", { replicas: 9 }), command: "preview", flags: ["--refresh", "--target", urn("web")], sends: [`web {}`], prints: /replicas\s*: 9 => 2/ },
    { command: "preview", does: [] }],
  ["up --refresh sends what drifted and what the program changes in one patch",
    {
      program: groups(2).replace('"web", { replicas', '"web", { displayName: "Web", replicas'),
      flags: ["--refresh", "--target", urn("web")],
      sends: [`web {}`, `web {"display_name":"Web","replicas":2}`],
      does: ["refresh web", "update web"],
      settles: true,
    }],
  ["--replace sends the whole declaration, and onDestroy only where it is deleted before; a job is posted once more",
    {
      program: groups(2),
      // The replacement knows only what is declared now: displayName is not unset.
      flags: ["--replace", urn("web"), "--target", urn("web")],
      sends: [`web {"replicas":2}`],
      prints: /is declared by another resource of the program, so onDestroy is not sent/,
    },
    { program: groups(2, "web", "{ deleteBeforeReplace: true }") },
    { flags: ["--replace", urn("web")], sends: [`web {"replicas":0}`, `web {"replicas":2}`] },
    { program: `${groups(2)} new cg.QueueJob("job", { queueName: "renders", input: 1 });`, sends: [`jobs {"input":1}`] },
    { flags: ["--replace", urnOf("QueueJob", "job")], sends: [`jobs {"input":1}`], settles: true }],
  ["aliases: a group with onDestroy that takes another name or parent in the program is sent nothing",
    {
      program: `new cg.ContainerGroup("site", { name: "web", replicas: 2, onDestroy: { replicas: 0 } }, { aliases: [{ name: "web" }] });
        class Part extends pulumi.ComponentResource { constructor() { super("tested:index:Part", "part"); } }
        const parent = new Part();
        ${group("worker", 2, "{ parent, aliases: [{ parent: pulumi.rootStackResource }] }")}
        ${group("render", 2)}`,
      sends: [],
      does: ["delete job"],
    },
    {
      program: groups(2, "web", `{ aliases: [{ name: "site" }] }`).replace(
        group("worker", 2),
        group("worker", 2, `{ aliases: ["${urn("worker").replace("pulumi-nodejs", "tested:index:Part$pulumi-nodejs")}"] }`),
      ),
      sends: [],
      does: [],
      settles: true,
    }],
  ["protect: a group that is removed or destroyed is kept and sent nothing, until it is protected no longer",
    { program: groups(2, "web", "{ protect: true }"), does: [] },
    { program: group("worker", 2) + group("render", 2), fails: true, prints: /protect/ },
    { command: "destroy", flags: ["--target", urn("web")], fails: true, prints: /protect/ },
    { program: groups(3, "web", "{ protect: true }"), flags: ["--target", urn("web")], sends: [`web {"replicas":3}`] },
    { program: groups(3), flags: ["--target", urn("web")] },
    { program: group("worker", 2) + group("render", 2), sends: [`web {"replicas":0}`], does: ["delete web"], settles: true }],
  ["retainOnDelete and deletedWith: a group that is deleted so is forgotten without its onDestroy patch",
    { program: group("worker", 2) + group("render", 2, "{ retainOnDelete: true }"), does: [] },
    { program: group("worker", 2), sends: [], does: ["delete render"], settles: true },
    { program: group("worker", 2) + group("web", 4, "{ deletedWith: worker }"), sends: [`web {"replicas":4}`], settles: true },
    { command: "destroy", sends: [`worker {"replicas":0}`] }],
]);
