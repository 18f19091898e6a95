import { hold, printed } from "./demo/promises.mjs";
import { endpointName, place, startService } from "./demo/service.mjs";
import { createStack } from "./demo/stack.mjs";
import { report } from "./lib/failure.mjs";
import { onInterrupt } from "./lib/processes.mjs";
import { settingsOf } from "./lib/stack.mjs";
import { setup } from "./setup.mjs";

let headings = 0;

function heading(title, ...lines) {
  console.log(`\n${++headings}. ${title}`);
  for (const line of lines) {
    console.log(`   ${line}`);
  }
}

/** The requests that the service saw while `work` ran. */
async function requestsOf(service, work) {
  const before = service.requests.length;
  await work();
  return service.requests.slice(before);
}

async function tour(service, stack) {
  stack.set(settingsOf(service, place));

  heading(
    "The first update",
    "examples/quickstart declares a group, a queue and a job. The group and the queue exist in the service already:",
    "the program takes them over with one PATCH each, which holds what is declared. The job is posted.",
  );
  const first = await requestsOf(service, stack.up);
  hold("the group and the queue cost one PATCH each, the job one POST", first, ["PATCH", "PATCH", "POST"]);

  heading(
    "What a change would do",
    "The program now asks for 3 replicas. The preview names the field that differs, and sends nothing.",
  );
  stack.set({ replicas: "3" });
  hold("a preview makes no request", await requestsOf(service, stack.preview), []);

  heading("The change", "The update sends the difference alone, as an RFC 7396 merge patch.");
  const change = await requestsOf(service, stack.up);
  hold("one changed field costs one PATCH, which holds that field and nothing else", change, ["PATCH"], {
    replicas: 3,
  });

  heading("The same program again", "Nothing differs, so nothing is sent.");
  hold("an unchanged program makes no request", await requestsOf(service, stack.up), []);

  heading(
    "The jobs of the endpoint",
    `The program names the inference endpoint "${endpointName}" now, and lists its jobs: ours is the last of them.`,
  );
  stack.set({ inferenceEndpoint: endpointName });
  hold("listing costs one GET", await requestsOf(service, stack.up), ["GET"]);

  heading(
    "Destroy",
    "The API cannot delete groups and queues: destroy removes them from the state, and leaves them as they are.",
  );
  hold("destroy makes no request", await requestsOf(service, stack.destroy), []);

  heading("All requests that the service saw", "In their order: method, path, status, body.");
  console.log(service.requests.map(printed).join("\n"));
}

onInterrupt();
let service;
try {
  await setup();
  service = await startService();
  console.log(
    `The demo runs against an emulator of the service on ${service.url}; nothing outside this folder changes.`,
  );
  await tour(service, createStack());
  console.log("\nAll of it held. The emulator is stopped, and the stack is gone.");
} catch (error) {
  report(error);
} finally {
  await service?.close();
}
