// The group "web" runs already. So far a script has set it up:
//
//     curl -X PATCH "$URL/organizations/acme/projects/vision/containers/web" -H "Service-Api-Key: $KEY" \
//       -H "Content-Type: application/merge-patch+json" \
//       -d '{"replicas":1,"container":{"image":"registry.example/hello:1","resources":{"memory":1024}}}'
//
// Here is the same body, in camelCase and with the values that the group has today: to adopt it changes nothing. What the
// script never sent (the display name, the probes, …) is not declared either, and stays as others made it.
import { ContainerGroup } from "pulumi-containergroups";

const web = new ContainerGroup("web", {
  replicas: 1,
  container: {
    image: "registry.example/hello:1",
    resources: { memory: 1024 },
  },
});

// What the service responded: the whole group as it runs. The version rises with each change, so it says whether there was one.
export const running = web.observed;
