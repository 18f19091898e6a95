// A queue that exists already, "renders", and three jobs that are posted to it, each of them once. To try it, start
// `npm run emulator` in the root folder, set what it prints, and:
//
//     pulumi config set --secret webhook https://hooks.example.com/…
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, Queue, QueueJob } from "pulumi-containergroups";

const config = new pulumi.Config();

const renders = new Queue("renders", {
  displayName: "Renders",
  description: "Pages to render, one job each",
});

// The input is any JSON value, and none of its keys is renamed. The job is posted when it is declared for the first time.
// Any change of it posts another job: none can be changed, and none is taken back.
const warmUp = new QueueJob("warm-up", {
  queueName: renders.name,
  input: { pages: ["https://example.com/", "https://example.com/about"], max_width: 1280 },
});

// Posted once for each release. `triggers` are not sent. The webhook is secret without being asked.
const reindex = new QueueJob("reindex", {
  queueName: renders.name,
  input: { task: "reindex" },
  metadata: { requested_by: pulumi.getProject() },
  webhook: config.requireSecret("webhook"),
  triggers: [config.require("release")],
});

// A job whose input is part of the service's answer to a group's update, so it is posted after that. A preview of a change of the
// group shows this job as replaced, for the answer is not known yet. The update posts it again only if the value differs: a
// group's identifier never does, while its version would post another job with every update of the group.
const worker = new ContainerGroup("worker", { displayName: "Renderer" });
const calibrate = new QueueJob("calibrate", {
  queueName: renders.name,
  input: { task: "calibrate", group: worker.observed.id },
});

// `observed` is what the service answered when the job was posted. The interface has no way to ask for a job later.
export const jobs = [warmUp, reindex, calibrate].map((job) => ({ id: job.observed.id, status: job.observed.status }));
export const queueLength = renders.observed.currentQueueLength;
