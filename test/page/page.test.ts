import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../emulator";
import { unusedPort } from "../support/ports";
import { eventually, GROUP, inBrowser, PROJECT, QUEUE, type Shown } from "./browser";

jest.setTimeout(120_000);

const openPage = inBrowser();
let shown: Shown;
const open = async (...options: Parameters<typeof openPage>) => (shown = await openPage(...options));

/** The rows of a table in an element, cell by cell. */
const cells = async (rows: ReturnType<Shown["page"]["locator"]>): Promise<string[][]> =>
  Promise.all((await rows.all()).map((row) => row.locator("th, td").allInnerTexts()));

describe("the page shows", () => {
  test("groups, queues and jobs in tables, and the whole of each when it is opened", async () => {
    await open({ settleMs: 60_000 });
    await shown.call("POST", `${QUEUE}/jobs`, '{"input":{"page":1.10,"big":12345678901234567890}}');
    const { page } = shown;
    await eventually(
      () => cells(page.getByRole("table", { name: "Groups" }).locator("tbody:visible > tr:visible")),
      [
        ["web acme / vision\nregistry.example/hello:1", "1", "1", "settled"],
        ["worker acme / vision\nregistry.example/hello:1", "1", "1", "settled"],
      ],
    );
    await eventually(
      () => cells(page.getByRole("table", { name: "Queues" }).locator("tbody > tr:visible")),
      [["renders acme / vision", "worker", "1", "1"]],
    );
    const job = shown.row("Jobs", "12345678901234567890");
    await eventually(() => job.getByRole("cell").allInnerTexts(), [
      "renders",
      "pending",
      expect.stringMatching(/^\d\d:\d\d:\d\d$/),
    ] as string[]);
    await job.getByRole("button").click();
    // As it was written: all digits of each number.
    await page.getByRole("table", { name: "Jobs" }).getByText('"page": 1.10').waitFor();
    await shown.row("Groups", "worker").getByRole("button", { name: "worker" }).click();
    await page.getByText('"running_count": 1').waitFor();
  });

  test("each request as it comes: its patch beside what it changed", async () => {
    await open();
    await shown.call("PATCH", GROUP, {
      replicas: 3,
      container: { image: "registry.example/app:2" },
      display_name: "Web",
    });
    await shown.latest.locator(".status").getByText("200").waitFor();
    expect(await shown.latest.locator("pre").innerText()).toBe(
      JSON.stringify(
        { replicas: 3, container: { image: "registry.example/app:2" }, display_name: "Web" },
        undefined,
        2,
      ),
    );
    expect(await cells(shown.latest.locator("tbody > tr"))).toEqual([
      ["replicas", "1", "3"],
      ["container/image", '"registry.example/hello:1"', '"registry.example/app:2"'],
      ["display_name", "absent", '"Web"'],
      ["version", "1", "2"],
    ]);
    const [patch, change] = await Promise.all(
      [shown.latest.locator("pre"), shown.latest.getByRole("table")].map((part) => part.boundingBox()),
    );
    expect((patch?.x ?? 0) + (patch?.width ?? 0)).toBeLessThan(change?.x ?? 0);
    expect(patch?.y ?? 0).toBeLessThan((change?.y ?? 0) + (change?.height ?? 0));
    await eventually(() => shown.row("Groups", "web").getByRole("cell").allInnerTexts(), ["3", "2", "settled"]);
    await shown.call("PATCH", GROUP, {});
    await shown.latest.getByText("Nothing changed: all of it was so already.").waitFor();
    await shown.call("GET", "/inference-endpoints/nobody/jobs?page=1");
    await shown.latest.getByText("There is no inference endpoint of that name.").waitFor();
    expect(await shown.latest.innerText()).toMatch(/404\s+GET\s+nobody/);
  });

  test("why a request was refused, and which fault hit it", async () => {
    await open();
    await shown.call("PATCH", GROUP, { replicas: 501 });
    await shown.latest.getByText("The body is refused: /replicas must be <= 500.").waitFor();
    await shown.call("PATCH", GROUP, "not JSON");
    await shown.latest.getByText("8 bytes that are not JSON.").waitFor();
    shown.emulator.fault({ kind: "reset-after", times: Infinity });
    expect(await shown.call("PATCH", GROUP, { replicas: 9 })).toBe(0);
    await shown.latest.getByText("Hit by a fault on demand: reset-after.").waitFor();
    expect(await shown.latest.locator("summary").innerText()).toMatch(/^Status\s*cut/);
    expect(await cells(shown.latest.locator("tbody > tr"))).toEqual([
      ["replicas", "1", "9"],
      ["version", "1", "2"],
    ]);
  });

  test("what time alone changes: a pending group that settles, a job that runs and ends", async () => {
    const settleMs = 200;
    let time = Date.UTC(2026, 0, 1);
    await open({ settleMs, now: () => new Date(time) });
    await shown.call("PATCH", GROUP, { replicas: 3 });
    await shown.row("Groups", "web").getByText("pending").waitFor();
    time += settleMs;
    await shown.row("Groups", "web").getByText("settled").waitFor();
    await shown.call("POST", `${QUEUE}/jobs`, { input: 1 });
    for (const status of ["pending", "running", "succeeded"]) {
      await shown.page.getByRole("table", { name: "Jobs" }).getByText(status).waitFor();
      time += settleMs;
    }
  });

  test("control characters, and those that turn the direction of a text, as escapes", async () => {
    await open();
    const evil = "a\u202eb\u2066c\u061cd\u200fe\u0085f\u007fg";
    const escaped = "a\\u202eb\\u2066c\\u061cd\\u200fe\\u0085f\\u007fg";
    await shown.call("PATCH", QUEUE, { description: evil });
    await shown.call("PATCH", GROUP, {
      container: { image: evil, command: [evil, evil], environment_variables: { [evil]: "v" } },
    });
    await shown.row("Queues", escaped).waitFor();
    await shown.row("Groups", escaped).waitFor();
    await shown.row("Groups", "web").getByRole("button").click();
    await eventually(() => shown.page.getByRole("list").getByRole("listitem").count(), 2);
    expect(await shown.page.content()).not.toMatch(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/);
    expect(await shown.latest.innerText()).toContain(`"${escaped}"`);
  });
});

describe("the page keeps to itself", () => {
  test("it is the files as they are in the source, from its own server alone, with nothing that needs a build", async () => {
    await open();
    const { origin } = new URL(shown.emulator.url);
    expect(shown.urls.filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith("data:"))).toEqual([]);
    const folder = path.resolve(__dirname, "../../emulator/page");
    for (const file of readdirSync(folder).filter((each) => /\.(js|css)$/.test(each))) {
      const url = `${origin}/__admin/page/${file}`;
      expect(shown.urls).toContain(url);
      expect([file, await (await fetch(url)).text()]).toEqual([file, readFileSync(path.join(folder, file), "utf8")]);
    }
    const page = await fetch(origin);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    for (const name of ["tsconfig.json", "..%2fpackage.json", "nowhere.js"]) {
      expect((await fetch(new URL(`/__admin/page/${name}`, origin))).status).toBe(404);
    }
    // None of that is a request to the service.
    expect(shown.emulator.requestCount).toBe(0);
  });

  test("no secret is anywhere in it", async () => {
    await open();
    const secret = "canary-51";
    await shown.call("PATCH", GROUP, {
      container: {
        environment_variables: { TOKEN: secret },
        registry_authentication: { basic: { username: secret, password: secret } },
        logging: { splunk: { host: "h", token: secret } },
      },
    });
    await shown.call("PATCH", GROUP, { environment: { TOKEN: secret } });
    await shown.call("POST", `${QUEUE}/jobs`, { input: 1, webhook: `https://hooks.invalid/${secret}` });
    await shown.latest.getByText("A new job:").waitFor();
    await shown.row("Groups", "web").getByRole("button").click();
    await shown.page.getByText('"TOKEN": "[secret]"').first().waitFor();
    await shown.page.getByText('"TOKEN": "[not shown]"').waitFor();
    expect(await shown.page.content()).not.toContain(secret);
    expect(await shown.page.content()).not.toContain(shown.emulator.apiKey);
  });

  test("what is masked is shown while that is switched on", async () => {
    await open();
    const path = `${GROUP}?key=canary-52`;
    await shown.call("PATCH", GROUP, { container: { environment_variables: { TOKEN: "canary-51" } } });
    await shown.call("GET", path);
    const secrets = shown.page.getByRole("button", { name: "Show secrets" });
    expect(await secrets.getAttribute("aria-pressed")).toBe("false");
    await shown.row("Groups", "web").getByRole("button").click();
    await eventually(() => shown.page.getByText('"TOKEN": "[secret]"').count(), 2);
    expect(await shown.page.content()).not.toMatch(/canary/);
    await secrets.click();
    await eventually(() => shown.page.getByText('"TOKEN": "canary-51"').count(), 2);
    await shown.page.getByText("canary-52").first().waitFor();
    await shown.call("PATCH", GROUP, { container: { environment_variables: { TOKEN: "canary-53" } } });
    await eventually(() => shown.page.getByText('"TOKEN": "canary-53"').count(), 2);
    await eventually(
      () => cells(shown.latest.locator("tbody > tr").first()),
      [["container/environment_variables/TOKEN", '"canary-51"', '"canary-53"']],
    );
    expect(await shown.page.content()).not.toContain(shown.emulator.apiKey);
    await secrets.click();
    await eventually(() => shown.page.getByText('"TOKEN": "[secret]"').count(), 3);
    expect(await shown.page.content()).not.toMatch(/canary/);
  });

  test("what the service holds is text, never HTML", async () => {
    await open();
    const html = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
    await shown.call("PATCH", QUEUE, { description: html });
    await shown.call("PATCH", GROUP, { container: { command: [html], environment_variables: { [html]: "v" } } });
    await shown.call("POST", `${QUEUE}/jobs`, { input: { [html]: html } });
    await shown.call("PATCH", GROUP, { [html]: html });
    await shown.call("GET", `/${encodeURIComponent(html)}`);
    await eventually(() => shown.page.getByRole("list").getByRole("listitem").count(), 5);
    await eventually(() => shown.row("Queues", "renders").innerText(), expect.stringContaining(html) as string);
    await shown.row("Jobs", "onerror").waitFor();
    for (const toggle of await shown.page.locator(".toggle:visible").all()) {
      await toggle.click();
    }
    expect(await shown.page.locator("img, main script, iframe").count()).toBe(0);
    expect(await shown.page.title()).toBe("Container group emulator");
  });
});

describe("the page stays live", () => {
  test("it says when the connection is lost, and goes on with what is there when the emulator is back", async () => {
    // Nobody else gets it in the meantime.
    const port = await unusedPort();
    await open({ port });
    const { page, emulator } = shown;
    await shown.call("PATCH", GROUP, { replicas: 2 });
    await shown.latest.locator(".status").getByText("200").waitFor();
    await emulator.close();
    await page.getByText("Connection lost; trying again").waitFor();
    const again = await startEmulator({
      port,
      groups: [{ ...PROJECT, name: "other", replicas: 7 }],
    });
    await page.getByText("Live", { exact: true }).waitFor({ timeout: 60_000 });
    await eventually(() => shown.row("Groups", "other").getByRole("cell").allInnerTexts(), ["7", "1", "settled"]);
    expect(await page.getByRole("list").getByRole("listitem").count()).toBe(0);
    await page.close();
    await again.close();
    // What the browser says of each attempt.
    shown.complaints.length = 0;
  });

  test("it can be paused, and shows what came meanwhile when it goes on", async () => {
    await open();
    const pause = shown.page.getByRole("button", { name: "Pause" });
    const ended = shown.page.waitForEvent("requestfailed", (request) => request.url().endsWith("/events"));
    await pause.click();
    expect(await pause.getAttribute("aria-pressed")).toBe("true");
    await shown.page.getByText("Paused", { exact: true }).waitFor();
    // Nothing can come any more.
    await ended;
    await shown.call("PATCH", GROUP, { replicas: 2 });
    expect(await shown.page.getByRole("list").getByRole("listitem").count()).toBe(0);
    expect(await shown.row("Groups", "web").getByRole("cell").first().innerText()).toBe("1");
    await pause.click();
    await shown.latest.locator(".status").getByText("200").waitFor();
    await eventually(() => shown.row("Groups", "web").getByRole("cell").first().innerText(), "2");
  });

  test("a button clears the requests, and leaves the objects", async () => {
    await open();
    await shown.call("PATCH", GROUP, { replicas: 2 });
    await shown.latest.waitFor();
    await shown.page.getByRole("button", { name: "Clear requests" }).click();
    await shown.page.getByText("None yet.").waitFor();
    expect(await shown.page.getByRole("list").getByRole("listitem").count()).toBe(0);
    expect([shown.emulator.requestCount, shown.emulator.requests]).toEqual([0, []]);
    expect(await shown.row("Groups", "web").getByRole("cell").first().innerText()).toBe("2");
  });
});
