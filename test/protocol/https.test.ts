import { configurationOf } from "../support/configuration";
import { DynamicProvider } from "../support/dynamicProvider";
import { unusedPort } from "../support/ports";
import { failure, PROJECT } from "../support/protocol";
import { startProxy, startTls, type Listening, type Proxy } from "../support/proxy";
import { startSecured, type SecuredService } from "../support/securedService";

const HOST = "containers.example.com";
const API_KEY = "canary-api-key";
const CREDENTIALS = "canary-proxy-user:canary-proxy-password";

let secured: SecuredService;
let host: DynamicProvider | undefined;
const opened: Listening[] = [];

beforeAll(async () => {
  secured = await startSecured(HOST, { apiKey: API_KEY, groups: [{ ...PROJECT, name: "web" }] });
});

afterAll(() => secured.close());

beforeEach(() => {
  secured.service.clearRequests();
  secured.proxy.asked.length = 0;
});

afterEach(async () => {
  await host?.stop();
  host = undefined;
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** A proxy that leads the service's name to a port: by default to where it is. */
async function proxyTo(port = secured.port, credentials?: string): Promise<Proxy> {
  const proxy = await startProxy({ [`${HOST}:443`]: port }, credentials);
  opened.push(proxy);
  return proxy;
}

/** The port of this machine that speaks TLS for the service, with a certificate for one host. */
async function serverNamed(host: string): Promise<number> {
  const tls = await startTls(secured.authority.issue(host), Number(new URL(secured.service.url).port));
  opened.push(tls);
  return tls.port;
}

const withCredentials = ({ url }: Proxy, credentials: string) => url.replace("//", `//${credentials}@`);

async function create(env: Record<string, string>, baseUrl = `https://${HOST}`) {
  const settings = { baseUrl, apiKey: API_KEY, ...PROJECT, maxRetries: "1" };
  host = await DynamicProvider.start(configurationOf(settings), env);
  return host.create("containerGroup", { ...PROJECT, name: "web", replicas: 3 });
}

describe("a service that is reached by HTTPS through a tunnel of a proxy", () => {
  it("is sent the request, where NODE_EXTRA_CA_CERTS names the authority of its certificate", async () => {
    const { outs } = await create(secured.env);
    expect(outs).toMatchObject({ observed: { replicas: 3, version: 2 } });
    expect(secured.service.requests).toEqual([expect.objectContaining({ method: "PATCH", status: 200 })]);
    // The proxy is told a name and nothing else: the key is inside of the tunnel.
    expect(secured.proxy.asked).toEqual([{ authority: `${HOST}:443`, authorization: undefined }]);
  });

  it("is sent the request by a proxy that asks for credentials, which are neither kept, printed nor sent on", async () => {
    const proxy = await proxyTo(secured.port, CREDENTIALS);
    const { outs } = await create({ ...secured.env, https_proxy: withCredentials(proxy, CREDENTIALS) });
    const authorization = `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`;
    expect(proxy.asked).toEqual([{ authority: `${HOST}:443`, authorization }]);
    expect(secured.service.requests).toHaveLength(1);
    expect(secured.service.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
    expect(JSON.stringify(outs) + (await host?.allPrinted())).not.toMatch(/canary|Y2FuYXJ5/);
  });
});

const asAnother = async () => (await proxyTo(await serverNamed("other.example.com"))).url;
const wrongly = async () => withCredentials(await proxyTo(secured.port, CREDENTIALS), "canary-proxy-user:canary-wrong");
const nowhere = async () => `http://${CREDENTIALS}@127.0.0.1:${await unusedPort()}`;

// prettier-ignore
const refusals: [sentence: string, proxy: () => Promise<string>, reason: RegExp][] = [
  ["signed for another host", asAnother, /no secure connection to .*: TLS failure \(ERR_TLS_CERT_ALTNAME_INVALID; .*Is containergroups:baseUrl right\?/],
  ["behind a proxy that refuses the credentials", wrongly, /the proxy refused a connection to https:\/\/containers\.example\.com.*Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY\./],
  ["behind a proxy that is not there", nowhere, /no connection to https:\/\/containers\.example\.com \(ECONNREFUSED; a proxy is set in the environment\)/],
];

/** Nothing was sent, so nothing is indeterminate; the error says why, without the key and the proxy's credentials. */
async function expectRefused(env: Record<string, string>, reason: RegExp): Promise<void> {
  const { message, kept } = await failure(create(env));
  expect(message).toMatch(/^update container group acme\/vision\/web: .*after 2 attempts/);
  expect(message).toMatch(reason);
  expect(kept).toBeUndefined();
  expect(secured.service.requests).toEqual([]);
  expect(message + (await host?.allPrinted())).not.toMatch(/canary|Y2FuYXJ5/);
}

describe("a service is sent nothing, and the error says what to do, without the key and the proxy's credentials", () => {
  it.each(refusals)("where it is %s", async (_, proxy, reason) => {
    await expectRefused({ ...secured.env, https_proxy: await proxy() }, reason);
  });

  it("where it is signed by an authority that nobody named", async () => {
    const reason =
      /no secure connection to https:\/\/containers\.example\.com: TLS failure \(UNABLE_TO_VERIFY_LEAF_SIGNATURE; .*NODE_EXTRA_CA_CERTS/;
    await expectRefused({ https_proxy: secured.proxy.url }, reason);
  });
});

it("a service that is reached by HTTPS with no proxy between is sent the request", async () => {
  const env = { NODE_EXTRA_CA_CERTS: secured.env.NODE_EXTRA_CA_CERTS };
  const { outs } = await create(env, `https://localhost:${await serverNamed("localhost")}`);
  expect(outs).toMatchObject({ observed: { replicas: 3 } });
  expect(secured.service.requests).toEqual([expect.objectContaining({ method: "PATCH", status: 200 })]);
  expect(secured.proxy.asked).toEqual([]);
});
