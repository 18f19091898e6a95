import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup, Queue, QueueJob } from "pulumi-containergroups";

const web = new ContainerGroup("web", {
  replicas: 3,
  container: {
    image: "registry.example.com/web:1.4.2",
    environmentVariables: { LOG_LEVEL: "info", TOKEN: pulumi.secret("token-canary") },
  },
});

const renders = new Queue("renders", { description: "Pages to render" });

const job = new QueueJob("first", { queueName: renders.name, input: { page: 1 } });

export const version: pulumi.Output<number | undefined> = web.observed.version;
export const status = job.observed.status;
