import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-containergroups";

const config = new pulumi.Config();

// The group exists already. This program manages the fields that it declares here, and everything else stays as it is.
// `npx pulumi-containergroups describe` writes all that the group has now.
const group = new ContainerGroup(config.require("group"), {
  displayName: config.require("displayName"),
  // replicas: 2,
  // container: { image: "registry.example.com/web:1.4.2" },
});

// organization/project/name
export const groupId = group.id;

// The version of the group in the response to the last update
export const version = group.observed.version;
