import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator";
import { findBrowser } from "../support/scripts";
import { PATIENCE_MS } from "../support/until";

export const PROJECT = { organizationName: "acme", projectName: "vision" };
export const GROUP = "/projects/vision/containers/web";
export const QUEUE = "/projects/vision/queues/renders";

/** As root, without a screen, and silent: the browser talks to the page's server alone. */
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** A page in a browser, an emulator behind it, and what went wrong. */
export class Shown {
  /** What the page, or the browser on its behalf, complained of: errors, warnings, what the policy forbade. */
  readonly complaints: string[] = [];
  /** Every URL that was asked for. */
  readonly urls: string[] = [];

  private constructor(
    readonly page: Page,
    readonly emulator: Emulator,
  ) {
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) {
        this.complaints.push(message.text());
      }
    });
    page.on("pageerror", (error) => this.complaints.push(error.message));
    page.on("request", (request) => this.urls.push(request.url()));
  }

  static async open(
    browser: Browser,
    options: EmulatorOptions = {},
    context: BrowserContextOptions = {},
  ): Promise<Shown> {
    const emulator = await startEmulator({
      settleMs: 0,
      groups: [
        { ...PROJECT, name: "web" },
        { ...PROJECT, name: "worker" },
      ],
      queues: [{ ...PROJECT, name: "renders", containerGroups: ["worker"] }],
      ...options,
    });
    const page = await (await browser.newContext({ locale: "en-US", ...context })).newPage();
    const shown = new Shown(page, emulator);
    await page.goto(new URL("/", emulator.url).href);
    await page.getByText("Live", { exact: true }).waitFor();
    return shown;
  }

  /** A request to the service, as programs make them. Gives its status, or 0 where there was no response. */
  async call(method: "GET" | "PATCH" | "POST", path: string, body?: unknown): Promise<number> {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await fetch(`${this.emulator.url}/organizations/acme${path}`, {
      method,
      headers: { "service-api-key": this.emulator.apiKey, "content-type": type },
      body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    }).catch(() => undefined);
    return response?.status ?? 0;
  }

  /** The latest request on the page. */
  get latest() {
    return this.page.getByRole("list").getByRole("listitem").first();
  }

  /** The row of an object's table, by the name at its start. */
  row(table: string, name: string | RegExp) {
    const named = this.page.getByRole("rowheader").filter({ hasText: name });
    return this.page.getByRole("table", { name: table }).getByRole("row").filter({ has: named });
  }

  async close(): Promise<void> {
    await this.page.context().close();
    await this.emulator.close();
  }
}

/** Starts the browser. Where there is none the tests fail: `npm test` knows before whether they can run. */
async function launch(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    throw new Error("There is no Chromium for the tests of the page: install one, or name it in CHROMIUM.");
  }
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

/** One browser for the tests of a file. Gives what opens a page in it; after each test the last page is closed, and has complained of nothing. */
export function inBrowser() {
  let browser: Browser;
  let shown: Shown;
  beforeAll(async () => void (browser = await launch()));
  afterAll(() => browser?.close());
  afterEach(async () => {
    await shown.close();
    expect(shown.complaints).toEqual([]);
  });
  return async (options?: EmulatorOptions, context?: BrowserContextOptions): Promise<Shown> =>
    (shown = await Shown.open(browser, options, context));
}

/** Waits until something is so, and fails with its last value where it never is. */
export async function eventually<T>(read: () => Promise<T> | T, expected: T): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const value = await read();
    try {
      expect(value).toEqual(expected);
      return;
    } catch (error) {
      if (performance.now() > end) {
        throw error;
      }
    }
    await new Promise((later) => setTimeout(later, 50));
  }
}
