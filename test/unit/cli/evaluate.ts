import ts from "typescript";
import type { JsonObject } from "../../../common/json";

/** What a program declares, when it is run. */
export interface Declared {
  type: string;
  name: string;
  args: JsonObject;
}

/** Runs a printed program with classes that keep what they are given, and with these secrets in its configuration. */
export function evaluate(program: string, secrets: ReadonlyMap<string, string> = new Map()): Declared[] {
  const declared: Declared[] = [];
  const keeping = (type: string) =>
    class {
      constructor(name: string, args: JsonObject = {}) {
        declared.push({ type, name, args });
      }
    };
  class Config {
    requireSecret(name: string): string {
      const value = secrets.get(name);
      if (value === undefined) {
        throw new Error(`there is no secret ${name}`);
      }
      return value;
    }
  }
  const types = ["ContainerGroup", "ContainerGroupFleet", "Queue"];
  const modules: Record<string, object> = {
    "@pulumi/pulumi": { Config },
    "pulumi-containergroups": Object.fromEntries(types.map((type) => [type, keeping(type)])),
  };
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const run = new Function("require", "exports", outputText) as (load: (name: string) => object, into: object) => void;
  run((name) => modules[name] ?? {}, {});
  return declared;
}
