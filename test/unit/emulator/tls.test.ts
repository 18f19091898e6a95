import { get } from "node:https";
import { startEmulator, type Emulator } from "../../../emulator";
import { CertificateAuthority } from "../../support/certificates";
import { IN_VISION, JOBS_PATH } from "./client";

const authority = new CertificateAuthority();
const tls = authority.issue("localhost");
const ca = authority.certificate;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator({
    tls,
    groups: [{ ...IN_VISION, name: "web" }],
    endpoints: [{ organizationName: "acme", name: "transcribe", jobs: 1 }],
  });
});
afterEach(() => emulator.close());

/** The status of a GET, or the code of the error. */
const status = (options: { ca?: string } = {}): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    const headers = { "service-api-key": emulator.apiKey };
    get(`${emulator.url}${JOBS_PATH}`, { ...options, headers, agent: false, servername: "localhost" }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode));
      response.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
    }).on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
  });

test("with a certificate the service is served as HTTPS, to those who trust it", async () => {
  expect(emulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  expect(await status({ ca })).toBe(200);
  expect(await status()).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
});

test("below TLS, too, connections are cut on demand", async () => {
  emulator.fault({ kind: "reset-before" });
  emulator.fault({ kind: "truncate" });
  expect(await status({ ca })).toBe("ECONNRESET");
  expect(await status({ ca })).toBe("ECONNRESET");
  expect(await status({ ca })).toBe(200);
});
