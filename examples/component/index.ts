// One component, used for two organizations. Each has an API key of its own, and may be with another service: that is what the
// profile "globex" says, a further set of the settings (README.md).
import * as pulumi from "@pulumi/pulumi";
import { Renderer } from "./renderer";

const image = new pulumi.Config().require("image");

// With the stack's own settings.
const web = new Renderer("web", { image, replicas: 2 });

// With those of the profile, and the stack's where it says nothing.
const globex = new Renderer("web-globex", { image, replicas: 1, profile: "globex" });

export const versions = { acme: web.version, globex: globex.version };
