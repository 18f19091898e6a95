import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, listInferenceEndpointJobsOutput, Queue, QueueJob } from "pulumi-containergroups";

// This program's own settings: `pulumi config set replicas 3`. The API key, the URL, the organization and the project
// are settings of the namespace `containergroups`, which the resources read by themselves.
const config = new pulumi.Config();
const image = config.require("image");

// Declaring a group adopts the one of that name. Only what is declared here is managed; an update sends what changed.
const web = new ContainerGroup("web", {
  displayName: "Web renderer",
  replicas: config.requireNumber("replicas"),
  container: {
    image,
    environmentVariables: { LOG_LEVEL: "info" },
  },
});

const renders = new Queue("renders", {
  description: "Pages to render, one job each",
});

// A job is posted once. Its input holds what the service responded to the group's update. The group's version grows with
// every change, and a changed input would post another job: ignored here, so that only a new image does.
const firstRender = new QueueJob(
  "first-render",
  {
    queueName: renders.name,
    input: { page: "https://example.com/", image, version: web.observed.version },
  },
  { ignoreChanges: ["input.version"] },
);

export const version = web.observed.version;
export const jobStatus = firstRender.observed.status;

// The jobs of an inference endpoint, if one is named: `pulumi config set inferenceEndpoint NAME`. One GET at each run.
const endpoint = config.get("inferenceEndpoint");
export const jobs =
  endpoint === undefined
    ? []
    : listInferenceEndpointJobsOutput({ inferenceEndpointName: endpoint }).items.apply((items) =>
        items.map(({ id, createTime, input }) => ({ id, createTime, input })),
      );
