import type { JsonObject } from "../../provider/core/json";
import { membersOf } from "../../provider/core/members";
import { containerGroupArguments, queueJobArguments } from "../../provider/core/schema";
import { withholdSecrets } from "../../provider/observing";
import { unpack } from "../../provider/state";

const group = membersOf(containerGroupArguments);
const job = membersOf(queueJobArguments);

describe("what is kept of an answer holds no secret of the program's", () => {
  it("leaves an answer as it is where nothing is secret", () => {
    const observed: JsonObject = { displayName: "Web", priority: null };
    expect(withholdSecrets(observed, unpack({ displayName: "Web" }), group)).toBe(observed);
  });

  it("redacts a marked text wherever the answer repeats it", () => {
    const kept = unpack({ displayName: "hidden-name", __secrets: ["/displayName"] });
    expect(
      withholdSecrets({ displayName: "hidden-name", currentState: { description: "of hidden-name" } }, kept, group),
    ).toEqual({
      displayName: "[secret]",
      currentState: { description: "of [secret]" },
    });
  });

  it("leaves out a marked number at its path, and no other that happens to be the same", () => {
    const kept = unpack({ replicas: 3, __secrets: ["/replicas"] });
    expect(withholdSecrets({ replicas: 3, version: 3 }, kept, group)).toEqual({ version: 3 });
  });

  it("redacts what a job's output repeats of its webhook, and keeps null", () => {
    const kept = unpack({ input: 1, webhook: "https://hook.example.com/token" });
    const observed: JsonObject = { output: { a: null, seen: ["https://hook.example.com/token", 1] } };
    expect(withholdSecrets(observed, kept, job)).toEqual({ output: { a: null, seen: ["[secret]", 1] } });
  });

  it("an environment value that is not marked does not redact a name that is the same", () => {
    const kept = unpack({
      container: { environmentVariables: { MODE: "web" }, logging: { splunk: { host: "h", token: "tok-1" } } },
    });
    expect(withholdSecrets({ displayName: "web" }, kept, group)).toEqual({ displayName: "web" });
  });
});
