import { element, timeOf } from "./dom.js";
import { short } from "./json.js";
import { number, ObjectTable } from "./objectTable.js";

/** @typedef {import("./objectTable.js").Row} Row */

/** @param {Row} row */
const placeOf = ({ name, organization_name: organization, project_name: project }) =>
  [organization, project, name].join("/");

/** @param {Row} row */
const named = ({ name, organization_name: organization, project_name: project }) =>
  element("span", {}, name, " ", element("small", {}, `${organization} / ${project}`));

/** @param {Row} row @param {string} field */
const without = (row, field) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== field));

/** @param {string} kind @param {string} text */
const badge = (kind, text) => element("span", { class: `badge ${kind}` }, text);

/** @param {Row} row */
function replicasOf({ replicas, current_state: state }) {
  const running = state?.instance_status_counts?.running_count;
  return running === undefined || running === replicas ? String(replicas) : `${running} of ${replicas}`;
}

const groups = new ObjectTable({
  id: "groups",
  title: "Groups",
  none: "No groups.",
  columns: [
    { title: "Name", cell: named },
    { title: "Replicas", cell: replicasOf },
    { title: "Version", cell: ({ version }) => String(version) },
    { title: "State", cell: ({ pending_change: is }) => (is ? badge("waiting", "pending") : badge("ok", "settled")) },
  ],
  detail: ({ container }) => element("code", {}, container?.image ?? "no image"),
  whole: (row) => row,
});

const queues = new ObjectTable({
  id: "queues",
  title: "Queues",
  none: "No queues.",
  columns: [
    { title: "Name", cell: named },
    {
      title: "Groups",
      cell: ({ container_groups: names }) => (names.length < 2 ? (names[0] ?? "none") : number(names.length)),
    },
    { title: "Jobs", cell: ({ job_count: count }) => number(count) },
    { title: "Pending", cell: ({ current_queue_length: length }) => number(length) },
  ],
  detail: ({ description }) => description ?? "",
  whole: (row) => without(row, "jobs"),
});

/** @type {Record<string, string>} */
const JOB_BADGES = { pending: "waiting", running: "busy", succeeded: "ok", cancelled: "warn", failed: "bad" };

const jobs = new ObjectTable({
  id: "jobs",
  title: "Jobs",
  none: "No jobs.",
  columns: [
    { title: "Job", cell: ({ id }) => element("code", { title: id }, id.slice(0, 8)) },
    { title: "Queue", cell: ({ queue }) => queue },
    { title: "Status", cell: ({ status }) => badge(JOB_BADGES[status] ?? "", status) },
    { title: "Created", cell: ({ create_time: time }) => timeOf(time) },
  ],
  detail: ({ input }) => element("code", {}, input === undefined ? "a long input" : short(input, 200)),
  whole: (row) => without(row, "queue"),
});

/**
 * Shows these objects and no others.
 *
 * @param {{ groups: Row[], group_count: number, queues: Row[], queue_count: number }} all
 */
export function replaceObjects(all) {
  groups.replace(
    all.groups.map((row) => [placeOf(row), row]),
    all.group_count,
  );
  queues.replace(
    all.queues.map((row) => [placeOf(row), row]),
    all.queue_count,
  );
  const listed = all.queues.flatMap((row) =>
    row["jobs"].map((/** @type {Row} */ job) => ({ queue: row["name"], ...job })),
  );
  listed.sort((one, other) => String(other["create_time"]).localeCompare(String(one["create_time"])));
  jobs.replace(
    listed.map((job) => [job["id"], job]),
    all.queues.reduce((sum, row) => sum + row["job_count"], 0),
  );
}

/** @param {string} text */
export function filterObjects(text) {
  [groups, queues, jobs].forEach((table) => table.filter(text));
}
