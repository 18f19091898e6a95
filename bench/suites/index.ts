import type { Suite } from "../lib/suite";
import { choices } from "./choices";
import { compileCache } from "./compileCache";
import { fleet } from "./fleet";
import { groups } from "./groups";
import { jobs } from "./jobs";
import { limit } from "./limit";
import { startup } from "./startup";
import { typecheck } from "./typecheck";

/** What is measured, in the order of the report. */
export const suites: readonly Suite[] = [groups, fleet, limit, choices, jobs, startup, compileCache, typecheck];
