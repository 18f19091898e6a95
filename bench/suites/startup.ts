import { modulesOf, START_SUITE, STARTS, startsOf } from "../lib/starts";
import type { Budget, Suite } from "../lib/suite";

const IMPORT = "import";

const budget = (measure: string, atMost: number, what: string): Budget => ({
  ...{ measure, size: 1, ours: "sdk", against: "pulumi", compare: "difference", atMost },
  promise: `start-up, against \`@pulumi/pulumi\` alone${what}`,
});

/** What importing the SDK costs a program. */
export const startup: Suite = {
  name: "startup",
  title: "Start-up of a program",
  description:
    "A Node process that imports the SDK, which brings `@pulumi/pulumi` with it, against one that imports `@pulumi/pulumi` alone: from " +
    "its start to its end. Then the same with one resource declared against mocks: a `ContainerGroup`, and a bare " +
    "`pulumi.dynamic.Resource`, whose provider Pulumi has to serialise. Each sample is the fastest of " +
    `${STARTS} starts: what else the machine does only ever adds to the time.`,
  subjects: { pulumi: { title: "`@pulumi/pulumi` alone" }, sdk: { title: "the SDK" } },
  reference: "pulumi",
  ...START_SUITE,
  budgets: [budget(IMPORT, 50, ""), budget(modulesOf(IMPORT), 30, ": modules that are loaded")],
  sample: ({ subject, quick, tools }) => startsOf(tools, subject === "sdk" ? "sdk" : "pulumi", quick),
};
