import type { Suite } from "../lib/suite";
import { fleet } from "./fleet";
import { groups } from "./groups";
import { jobs } from "./jobs";
import { limit } from "./limit";
import { startup } from "./startup";

/** What is measured, in the order of the report. */
export const suites: readonly Suite[] = [groups, fleet, limit, jobs, startup];
