// The program of each stack: one group, whose name and image are settings. deploy.ts sets them.
import * as pulumi from "@pulumi/pulumi";
import { ContainerGroup } from "pulumi-containergroups";

const config = new pulumi.Config();

const group = new ContainerGroup(config.require("group"), { container: { image: config.require("image") } });

export const version = group.observed.version;
