import { stringify } from "lossless-json";
import { isJsonObject, type JsonObject } from "../json";
import type { GroupSeed } from "../service/containerGroup";
import type { EndpointSeed } from "../service/inferenceEndpointJob";
import type { QueueSeed } from "../service/queue";
import { DocumentSchema, object, string, type Schema } from "../service/schema";
import type { Seeds, Store } from "../service/store";

type Named<T> = Readonly<Record<string, T>>;

/** Objects to start with, by their names: what a seed file holds. Fields are in wire form. */
export interface SeedDocument {
  organizations: Named<{
    projects?: Named<{
      /** A group's fields; an empty object will do. */
      groups?: Named<Omit<GroupSeed, Place>>;
      queues?: Named<Omit<QueueSeed, Place | "containerGroups"> & { container_groups?: readonly string[] }>;
    }>;
    /** Inference endpoints. */
    endpoints?: Named<{
      /** How many to make up, or the jobs. */
      jobs?: EndpointSeed["jobs"];
      /** The queue whose jobs are listed too. */
      queue?: { project_name: string; queue_name: string };
    }>;
  }>;
}

type Place = "organizationName" | "projectName" | "name";

const named = (schema: Schema): Schema => ({ type: "object", additionalProperties: schema });
const anyObject: Schema = { type: "object" };

/** The document's frame; what a group, a queue or an endpoint may hold is judged where it is put. */
export const seedDocument = object(
  {
    organizations: named(
      object({
        projects: named(object({ groups: named(anyObject), queues: named(anyObject) })),
        endpoints: named(
          object({
            jobs: { type: ["integer", "array"] },
            queue: object({ project_name: string, queue_name: string }, { required: ["project_name", "queue_name"] }),
          }),
        ),
      }),
    ),
  },
  { required: ["organizations"] },
);

const frame = new DocumentSchema(seedDocument, "a seed");

/**
 * Puts the objects of a seed document, or none of them: throws a TypeError that lists all that is wrong. Numbers of any size may be lossless numbers.
 */
export function putDocument(document: unknown, store: Store): void {
  const mistakes: string[] = [];
  try {
    frame.seed("seed", document);
  } catch (error) {
    mistakes.push((error as Error).message);
  }
  store.put(seedsOf(document), mistakes);
}

/** The seeds in those parts of a document that are as they must be. */
function seedsOf(document: unknown): Seeds {
  const seeds = { groups: [] as GroupSeed[], queues: [] as QueueSeed[], endpoints: [] as EndpointSeed[] };
  const organizations = isJsonObject(document) ? document["organizations"] : undefined;
  for (const [organizationName, { projects, endpoints }] of objectsIn(organizations)) {
    for (const [projectName, project] of objectsIn(projects)) {
      const place = { organizationName, projectName };
      for (const [name, group] of objectsIn(project["groups"])) {
        seeds.groups.push({ ...group, ...place, name } as GroupSeed);
      }
      for (const [name, { container_groups: containerGroups, ...queue }] of objectsIn(project["queues"])) {
        seeds.queues.push({ ...queue, ...place, name, containerGroups } as QueueSeed);
      }
    }
    for (const [name, { jobs, queue }] of objectsIn(endpoints)) {
      const link = isJsonObject(queue)
        ? { projectName: queue["project_name"], queueName: queue["queue_name"] }
        : undefined;
      seeds.endpoints.push({ organizationName, name, jobs, queue: link } as EndpointSeed);
    }
  }
  return seeds;
}

const objectsIn = (fields: unknown): [name: string, object: JsonObject][] =>
  Object.entries(isJsonObject(fields) ? fields : {}).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );

/** The document that holds these seeds. */
export function documentOf({ groups = [], queues = [], endpoints = [] }: Seeds): SeedDocument {
  const organizations: Record<string, { projects: Record<string, Project>; endpoints: JsonObject }> = {};
  type Project = { groups: Record<string, object>; queues: Record<string, object> };
  const organization = (name: string) => (organizations[name] ??= { projects: {}, endpoints: {} });
  const project = ({ organizationName, projectName }: { organizationName: string; projectName: string }) =>
    (organization(organizationName).projects[projectName] ??= { groups: {}, queues: {} });
  for (const { organizationName, projectName, name, ...group } of groups) {
    project({ organizationName, projectName }).groups[name] = group;
  }
  for (const { organizationName, projectName, name, containerGroups, ...queue } of queues) {
    project({ organizationName, projectName }).queues[name] = { ...queue, container_groups: containerGroups };
  }
  for (const { organizationName, name, jobs, queue } of endpoints) {
    const link = queue && { project_name: queue.projectName, queue_name: queue.queueName };
    organization(organizationName).endpoints[name] = { jobs, queue: link } as JsonObject;
  }
  return { organizations } as SeedDocument;
}

/** The document as JSON text, with all digits of numbers. */
export const textOf = (document: SeedDocument): string => `${stringify(document, undefined, 2)}\n`;
