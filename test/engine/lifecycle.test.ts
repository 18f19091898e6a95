import { startEmulator, type Emulator } from "../../emulator";
import { Stack } from "../support/stack";

jest.setTimeout(180_000);

let service: Emulator;
let stack: Stack;

const group = (args: string, options = "{}") =>
  `exports.observed = new cg.ContainerGroup("web", ${args}, ${options}).observed;`;

beforeAll(async () => {
  service = await startEmulator({ groups: [{ organizationName: "acme", projectName: "vision", name: "web" }] });
  stack = new Stack("", {
    "containergroups:baseUrl": service.url,
    "containergroups:apiKey": service.apiKey,
    "containergroups:organizationName": "acme",
    "containergroups:projectName": "vision",
  });
});

afterAll(async () => {
  stack.remove();
  await service.close();
});

it("try", async () => {
  stack.program(
    group(
      `{ replicas: 3, container: { image: "i:1", environmentVariables: { A: "1", TOKEN: pulumi.secret("s3cret-canary") } } }`,
    ),
  );
  console.log((await stack.preview()).output);
  console.log((await stack.up()).output);
  console.log(JSON.stringify(service.requests, null, 1));
  console.log(stack.export());
  stack.program(
    group(
      `{ replicas: 4, container: { image: "i:1", environmentVariables: { A: "1", TOKEN: pulumi.secret("s3cret-canary") } } }`,
    ),
  );
  console.log((await stack.preview()).output);
  const run = await stack.up();
  console.log(run.output, JSON.stringify(run.steps));
  stack.program(
    group(
      `{ replicsa: 900, container: { image: 4, environmentVariables: { A: "1", TOKEN: pulumi.secret("s3cret-canary") } } }`,
    ),
  );
  console.log((await stack.preview()).output);
  console.log((await stack.refresh()).output);
  service.rotateKey("other");
  stack.program(group(`{ replicas: 5}`));
  console.log((await stack.up()).output);
  console.log((await stack.destroy()).output);
});
