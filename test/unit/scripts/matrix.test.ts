import { ROWS, withResults } from "../../support/scripts";

const [row] = ROWS;

/** The first row, changed. */
function rowWith(differs: object) {
  if (row === undefined) {
    throw new Error("there are no rows");
  }
  return { ...row, ...differs };
}

test("the page keeps what people wrote, and gets a table for each topic with today's date in place of the last results", async () => {
  const results = [
    { row: rowWith({ topic: "Managers", name: "pnpm", manager: "pnpm", sdk: "3.216.0" }), result: "passed", why: "" },
    { row: rowWith({ topic: "Node", name: "Node 22", node: "node22" }), result: "failed", why: "pulumi up: a | b" },
  ];
  const page = await withResults("# Page\n\n<!-- results -->\n\nOld.\n", results, "v3.250.0");
  const [day] = new Date().toISOString().split("T");
  expect(page).toMatch(
    new RegExp(`^# Page\n\n<!-- results -->\n\nRun on ${day} with version .* and Pulumi CLI v3.250.0 on `),
  );
  expect(page).not.toContain("Old.");
  expect(page).toMatch(/^\| Managers \| .*\n.*\n\| pnpm \| pnpm 10\.\S+ \| \S+ \| 3\.216\.0 \| passed \|$/m);
  expect(page).toMatch(
    /^\| Node \| .*\n.*\n\| Node 22 \| npm \S+ \| 22\.\S+ \| \S+ \| failed: pulumi up: a \\\| b \|$/m,
  );
});

test("each row says what it is of, and no two rows of a topic have one name", () => {
  const names = ROWS.map(({ topic, name }) => `${topic}: ${name}`);
  expect(names).toEqual([...new Set(names)]);
  expect([...new Set(ROWS.map(({ topic }) => topic))]).toEqual([
    "Package managers",
    "Forms of a program",
    "Node",
    "Pulumi SDK",
    "TypeScript",
  ]);
});
