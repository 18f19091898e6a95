import { deployed, type Deployed } from "../support/deployed";
import { testLife } from "../support/steps";

let all: Deployed;

beforeAll(async () => {
  all = await deployed();
});

afterAll(() => all.close());

/** A program with a queue and one of its jobs. */
const program = (queue: string, job: string) =>
  `const renders = new cg.Queue("renders", ${queue});
   exports.job = new cg.QueueJob("job", { queueName: renders.name, ...${job} }).observed;`;

const FIRST_JOB = `{ input: { page: 1, nothing: null }, metadata: { by: "test" } }`;

describe("in the life of a queue and a job,", () => {
  // prettier-ignore
  testLife(() => all, [
    ["an up adopts the queue and posts the job once",
      {
        program: program(`{ description: "Pages" }`, FIRST_JOB),
        sends: [`renders {"description":"Pages"}`, `jobs {"input":{"nothing":null,"page":1},"metadata":{"by":"test"}}`],
        outputs: { job: { input: { page: 1, nothing: null }, observed: { status: "pending" } } },
        after: () =>
          expect(all.service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
            "PATCH /organizations/acme/projects/vision/queues/renders",
            "POST /organizations/acme/projects/vision/queues/renders/jobs",
          ]),
        settles: true,
      }],
    ["a change of the queue alone patches the queue alone",
      { program: program(`{ description: "All pages", displayName: "Renders" }`, FIRST_JOB), sends: [`renders {"description":"All pages","display_name":"Renders"}`], does: ["update renders"], settles: true }],
    ["removed fields of the queue are sent as null",
      { program: program("{}", FIRST_JOB), sends: [`renders {"description":null,"display_name":null}`], settles: true }],
    ["another input is another job", { program: program("{}", "{ input: { page: 2 } }"), sends: [`jobs {"input":{"page":2}}`], settles: true }],
    ["another trigger posts the same job again, and does not travel",
      { program: program("{}", `{ input: { page: 2 }, triggers: ["v1"] }`), sends: [`jobs {"input":{"page":2}}`] },
      { program: program("{}", `{ input: { page: 2 }, triggers: ["v2"] }`), sends: [`jobs {"input":{"page":2}}`], settles: true }],
    ["null is an input like any other", { program: program("{}", "{ input: null }"), sends: [`jobs {"input":null}`], settles: true }],
    ["a job whose response is cut off is kept, and the next up posts nothing",
      {
        program: `new cg.QueueJob("cut", { queueName: "renders", input: 1 });`,
        before: () => all.service.fault({ kind: "truncate", match: { method: "POST" } }),
        sends: [`jobs {"input":1}`],
        fails: true,
        prints: "the service accepted the job",
      },
      { settles: true }],
    ["a destroy forgets all of them without a request", { command: "destroy" }],
  ]);
});
