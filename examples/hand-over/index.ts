// Two groups that exist already, with fields that somebody else moves: a pipeline sets the image of "web", an autoscaler the
// replicas of "worker".
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-containergroups";

const config = new pulumi.Config();
const image = config.require("image");

// `pulumi config set imageSetBy pipeline` hands the image over, `program` takes it back.
const isOurs = config.require("imageSetBy") === "program";

const web = new ContainerGroup("web", {
  replicas: 2,
  container: isOurs ? { image } : undefined,
  // A field that leaves the program would be unset: the group would have no image until the pipeline runs. So it is left.
  removedMembers: "leave",
});

const worker = new ContainerGroup(
  "worker",
  {
    // Only the count to begin with. From then on it is the autoscaler's.
    replicas: 1,
    queueAutoscaler: {
      desiredQueueLength: 10,
      minReplicas: 1,
      maxReplicas: 50,
      maxUpscalePerMinute: 5,
      maxDownscalePerMinute: 1,
      pollingPeriod: 30,
    },
  },
  // A later change of the number above must not undo what the autoscaler has done.
  { ignoreChanges: ["replicas"] },
);

export const versions = { web: web.observed.version, worker: worker.observed.version };
// As of the last request: the autoscaler moves the count without telling anybody.
export const workerReplicas = worker.observed.replicas;
