// Rolls an image out with the Automation API, one stack after the other: `npm run deploy -- IMAGE`. Where one fails, the rest stay
// as they are. The key and the URL are the environment's, so that no file and no state holds them.
import { LocalWorkspace } from "@pulumi/pulumi/automation";

/** Which group each stack declares, the one that matters least first. */
const GROUPS = { staging: "worker", production: "web" };

async function deploy(stackName: string, group: string, image: string): Promise<void> {
  // The folder with Pulumi.yaml, which npm runs this in.
  const stack = await LocalWorkspace.createOrSelectStack({ stackName, workDir: process.cwd() });
  await stack.setAllConfig({
    group: { value: group },
    image: { value: image },
    "containergroups:organizationName": { value: "acme" },
    "containergroups:projectName": { value: "vision" },
  });
  const { summary, outputs } = await stack.up();
  console.log(`${stackName}: ${group}`, summary.resourceChanges, `version ${outputs["version"]?.value}`);
}

async function main([image]: string[]): Promise<void> {
  if (image === undefined) {
    throw new Error("say which image: npm run deploy -- registry.example.com/renderer:1.4.3");
  }
  for (const [stackName, group] of Object.entries(GROUPS)) {
    await deploy(stackName, group, image);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
