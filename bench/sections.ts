import { choices } from "./choices";
import { fleet } from "./fleet";
import { groups } from "./groups";
import { jobs } from "./jobs";
import type { Section } from "./lib/samples";
import { startup } from "./startup";
import { typecheck } from "./typecheck";

/** What is measured, in the order of the report. */
export const sections: readonly Section[] = [groups, fleet, choices, jobs, startup, typecheck];
