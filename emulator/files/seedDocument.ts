import { LosslessNumber, stringify } from "lossless-json";
import type { JsonObject } from "../json";
import type { GroupSeed } from "../service/containerGroup";
import type { EndpointSeed } from "../service/inferenceEndpointJob";
import type { QueueSeed } from "../service/queue";
import { DocumentSchema, object, type Schema } from "../service/schema";
import type { Seeds } from "../service/store";

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
const names: Schema = { type: "array", items: { type: "string" } };

/** The document's frame; what a group, a queue or a job may hold is judged where it is put. */
export const seedDocument = object(
  {
    organizations: named(
      object({
        projects: named(
          object({
            groups: named(anyObject),
            queues: named({
              type: "object",
              properties: { container_groups: names, jobs: { type: "array", items: anyObject } },
            }),
          }),
        ),
        endpoints: named(
          object({
            jobs: { type: ["integer", "array"], items: anyObject },
            queue: object(
              { project_name: { type: "string" }, queue_name: { type: "string" } },
              { required: ["project_name", "queue_name"] },
            ),
          }),
        ),
      }),
    ),
  },
  { required: ["organizations"] },
);

const frame = new DocumentSchema(seedDocument, "a seed");

/** The seeds that a document holds. Numbers of any size may be lossless numbers. Throws a TypeError for a document of another shape. */
export function seedsOf(document: unknown): Required<Seeds> {
  frame.seed("seed", document);
  const seeds = { groups: [] as GroupSeed[], queues: [] as QueueSeed[], endpoints: [] as EndpointSeed[] };
  for (const [organizationName, organization] of Object.entries((document as SeedDocument).organizations)) {
    for (const [projectName, project] of Object.entries(organization.projects ?? {})) {
      const place = { organizationName, projectName };
      for (const [name, group] of Object.entries(project.groups ?? {})) {
        seeds.groups.push({ ...group, ...place, name });
      }
      for (const [name, { container_groups: containerGroups, ...queue }] of Object.entries(project.queues ?? {})) {
        seeds.queues.push({ ...queue, ...place, name, containerGroups });
      }
    }
    for (const [name, { jobs, queue }] of Object.entries(organization.endpoints ?? {})) {
      const link = queue && { projectName: queue.project_name, queueName: queue.queue_name };
      seeds.endpoints.push({ organizationName, name, jobs: numberOf(jobs), queue: link });
    }
  }
  return seeds;
}

const numberOf = (jobs: EndpointSeed["jobs"]): EndpointSeed["jobs"] =>
  (jobs as unknown) instanceof LosslessNumber ? Number(jobs) : jobs;

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
