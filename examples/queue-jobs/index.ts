// Jobs that are posted to a queue when something changes: each of them once, however often the program runs. The queue "renders"
// and the group "worker" exist already. How to run it is in README.md.
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, Queue, QueueJob } from "pulumi-containergroups";

const config = new pulumi.Config();

const renders = new Queue("renders", {
  displayName: "Renders",
  description: "Pages to render, one job each",
});

// Posted when it is declared for the first time, and when its input changes: then it is another job, for none can be changed and
// none is taken back. The input is any JSON value, and none of its keys is renamed.
const warmUp = new QueueJob("warm-up", {
  queueName: renders.name,
  input: { pages: ["https://example.com/", "https://example.com/about"], max_width: 1280 },
});

// Posted once for each release. `triggers` are not sent. The webhook is how one learns that the job is done, and it is secret
// without being asked.
const reindex = new QueueJob("reindex", {
  queueName: renders.name,
  input: { task: "reindex" },
  metadata: { requested_by: pulumi.getProject() },
  webhook: config.requireSecret("webhook"),
  triggers: [config.require("release")],
});

// Posted after each update of the group, whose version rises with each change. A preview of such an update shows the job as replaced,
// for the response is not known yet.
const worker = new ContainerGroup("worker", { displayName: config.require("workerName") });
const smokeTest = new QueueJob("smoke-test", {
  queueName: renders.name,
  input: { task: "smoke-test", group: worker.observed.id },
  triggers: [worker.observed.version],
});

// What the service responded when the jobs were posted. The API has no way to ask for a job later: what follows from that is in
// README.md.
export const jobs = [warmUp, reindex, smokeTest].map((job) => ({ id: job.observed.id, status: job.observed.status }));
