import { readFileSync } from "node:fs";
import { join } from "node:path";
import { containerGroupUpdate, queueUpdate } from "../../../../provider/core/schema";
import { membersOf, type Member } from "../../../../provider/core/schema/members";
import { isNeverCompared } from "../../../../provider/core/patch/equivalence";

const TITLE = "what may differ";

/** The paths of all fields of which this holds, as programs write them; what no response is compared with aside. */
function fieldsWhere(holds: (member: Member) => boolean, member: Member, path: readonly string[] = []): string[] {
  if (isNeverCompared(member)) {
    return [];
  }
  const own = holds(member) ? [`\`${path.join(".")}\``] : [];
  const inside = [...member.members].flatMap(([name, child]) => fieldsWhere(holds, child, [...path, name]));
  const element = member.element ? fieldsWhere(holds, member.element, [...path, "*"]) : [];
  return [...own, ...inside, ...element];
}

function listed(holds: (member: Member) => boolean): string {
  const bodies = [membersOf(containerGroupUpdate), membersOf(queueUpdate)];
  return [...new Set(bodies.flatMap((body) => fieldsWhere(holds, body)))].join(", ");
}

const ROWS: [difference: string, where: string][] = [
  ["the order of the elements", listed((member) => member.unordered === true || member.shownInAnyOrder === true)],
  ["upper and lower case", listed((member) => member.ignoreCase === true)],
  ["an integer that is shown as a string", "all integers"],
  ["white space around a string", "all strings"],
  ['`null`, absent, `[]`, `{}` or `""`', "all fields that are declared as one of these"],
  [
    "a value in place of a declared `null`, which the service filled in",
    `all fields but ${listed((member) => member.absentMeansRemoved === true || member.emptyWhenNull === true || member.unset !== null)}, ` +
      "and but the kinds of a probe",
  ],
];

test("the table of docs/drift.md is what the schema says", () => {
  const page = readFileSync(join(__dirname, "../../../../docs/drift.md"), "utf8");
  const cells = page
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  const start = cells.findIndex(([first]) => first === TITLE);
  expect(cells.slice(start + 2, start + 2 + ROWS.length)).toEqual(ROWS);
});
