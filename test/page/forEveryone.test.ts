import { readFileSync } from "node:fs";
import type { AxeResults } from "axe-core";
import { eventually, GROUP, inBrowser, QUEUE, type Shown } from "./browser";

jest.setTimeout(120_000);

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const openPage = inBrowser();
let shown: Shown;

/** A page with some of everything on it, opened. */
async function openFull(context: Parameters<typeof openPage>[1]): Promise<Shown> {
  shown = await openPage({ settleMs: 60_000 }, context);
  await shown.call("PATCH", GROUP, { replicas: 3, container: { environment_variables: { TOKEN: "t" } } });
  await shown.call("POST", `${QUEUE}/jobs`, { input: { list: Array.from({ length: 40 }, (_, index) => index) } });
  await shown.call("PATCH", GROUP, { replicas: 501 });
  shown.emulator.fault({ kind: "reset-before", times: Infinity });
  await shown.call("PATCH", QUEUE, { description: "d" });
  await eventually(() => shown.page.getByRole("list").getByRole("listitem").count(), 4);
  await shown.row("Jobs", "list").waitFor();
  await eventually(() => shown.row("Groups", "web").getByRole("cell").first().innerText(), "0 of 3");
  await shown.row("Groups", "web").getByRole("button").click();
  // The marks of what has changed are gone.
  await eventually(() => shown.page.evaluate("document.getAnimations().length"), 0);
  return shown;
}

describe.each(["light", "dark"] as const)("in %s colours", (colorScheme) => {
  test.each([
    ["wide", 1440],
    ["narrow", 320],
  ])("%s, it breaks no rule of axe, of contrast neither, and nothing is beyond its edge", async (_, width) => {
    // The rules are a script of others, which the page's policy would not let in.
    await openFull({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
    await shown.page.evaluate(AXE);
    const { violations, passes } = await shown.page.evaluate<AxeResults>("axe.run()");
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(passes.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["color-contrast", "aria-allowed-role", "region"]),
    );
    const beyond = await shown.page.evaluate(`[...document.querySelectorAll("body *:not(.visually-hidden, .skip)")]
      .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((each) => each.outerHTML.slice(0, 80))`);
    expect(beyond).toEqual([]);
  });
});

test("a screen reader finds landmarks, headings, tables by name, states of buttons, and is told of requests", async () => {
  await openFull({});
  const { page } = shown;
  for (const role of ["banner", "main", "contentinfo"] as const) {
    expect(await page.getByRole(role).count()).toBe(1);
  }
  for (const name of ["Objects", "Requests"]) {
    expect(await page.getByRole("region", { name }).count()).toBe(1);
  }
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Container group emulator");
  expect(await page.getByRole("table", { name: "Groups 2" }).getByRole("columnheader").allInnerTexts()).toEqual([
    ...["Name", "Replicas", "Version", "State"],
  ]);
  expect(await page.getByRole("button", { name: "web acme / vision", expanded: true }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "worker acme / vision", expanded: false }).count()).toBe(1);
  expect(await page.getByRole("searchbox", { name: "Filter" }).count()).toBe(1);
  expect(await page.getByRole("button", { name: "Pause", pressed: false }).count()).toBe(1);
  const told = page.getByRole("status").filter({ hasText: "renders" });
  await eventually(
    async () => (await told.allTextContents()).join().replace(/^.*The last: /, ""),
    "PATCH renders, cut",
  );
});

test("all of it can be done with the keyboard", async () => {
  await openFull({});
  const { page } = shown;
  const focused = () => page.evaluate<string>(`document.activeElement.textContent.replaceAll(/\\s+/g, " ").trim()`);
  const press = (key: string) => page.keyboard.press(key);

  await page.reload();
  await eventually(() => page.getByRole("list").getByRole("listitem").count(), 4);
  await press("Tab");
  expect(await focused()).toBe("Skip to the requests");
  await press("Enter");
  await eventually(() => page.evaluate("document.activeElement.id"), "requests");
  await press("Tab");
  expect(await focused()).toContain("PATCH renders");
  const first = page.locator("details").first();
  expect(await first.getAttribute("open")).toBe("");
  await press("Enter");
  expect(await first.getAttribute("open")).toBeNull();

  await page.getByRole("searchbox").focus();
  await page.keyboard.type("WORK");
  expect(await page.getByRole("table", { name: "Groups" }).getByRole("rowheader").allInnerTexts()).toEqual([
    expect.stringMatching(/^worker/),
  ]);
  expect(await page.getByRole("list").getByRole("listitem").count()).toBe(0);
  await page.getByText("None has that text.").first().waitFor();
  await press("Escape");
  expect(await page.getByRole("list").getByRole("listitem").count()).toBe(4);
  for (const button of ["Pause", "Clear requests", "Show secrets"]) {
    await press("Tab");
    expect(await focused()).toBe(button);
  }
  await press("Tab");
  expect(await focused()).toMatch(/^web/);
  await press("Space");
  expect(await page.getByRole("button", { name: "web acme / vision", expanded: true }).count()).toBe(1);
  // What has the focus is seen to have it, and keeps it while what it opens changes.
  expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
  shown.emulator.clearFaults();
  await shown.call("PATCH", GROUP, { replicas: 8 });
  await shown.row("Groups", "web").getByRole("cell", { name: "8" }).waitFor();
  expect(await focused()).toMatch(/^web/);
});
