import { CertificateAuthority } from "../support/certificates";
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

/** The service's name, answered for by somebody with an identity of another kind. */
async function answeredBy(identity: ReturnType<CertificateAuthority["issue"]>): Promise<string> {
  const tls = await startTls(identity, Number(new URL(secured.service.url).port));
  opened.push(tls);
  return (await proxyTo(tls.port)).url;
}

const withCredentials = ({ url }: Proxy, credentials: string) => url.replace("//", `//${credentials}@`);

async function start(env: Record<string, string>, baseUrl = `https://${HOST}`): Promise<DynamicProvider> {
  const settings = { baseUrl, apiKey: API_KEY, ...PROJECT, maxRetries: "1" };
  host = await DynamicProvider.start(configurationOf(settings), env);
  return host;
}

const create = async (env: Record<string, string>, baseUrl?: string) =>
  (await start(env, baseUrl)).create("containerGroup", { ...PROJECT, name: "web", replicas: 3 });

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

/** A proxy that knows the service by no name. */
async function unknowing(): Promise<string> {
  const proxy = await startProxy({});
  opened.push(proxy);
  return proxy.url;
}

const wrongly = async () => withCredentials(await proxyTo(secured.port, CREDENTIALS), "canary-proxy-user:canary-wrong");
const nowhere = async () => `http://${CREDENTIALS}@127.0.0.1:${await unusedPort()}`;

// prettier-ignore
const refusals: [sentence: string, proxy: () => Promise<string>, reason: RegExp][] = [
  ["signed for another host", () => answeredBy(secured.authority.issue("other.example.com")), /no secure connection to .*: TLS failure \(ERR_TLS_CERT_ALTNAME_INVALID; .*Is containergroups:baseUrl right\?/],
  ["signed by another authority of the same name", () => answeredBy(new CertificateAuthority().issue(HOST)), /no secure connection to .*: TLS failure/],
  ["behind a proxy that refuses the credentials", wrongly, /the proxy refused a connection to https:\/\/containers\.example\.com.*Check HTTPS_PROXY and NO_PROXY\./],
  ["behind a proxy that does not know it", unknowing, /the proxy refused a connection to https:\/\/containers\.example\.com/],
  ["behind a proxy that is not there", nowhere, /no connection to https:\/\/containers\.example\.com \(ECONNREFUSED; a proxy is set in the environment\)/],
];

/** Nothing was sent, so nothing is indeterminate; the error says why, without the key and the proxy's credentials. */
async function expectRefused(env: Record<string, string>, reason: RegExp, baseUrl?: string): Promise<void> {
  const { message, kept } = await failure(create(env, baseUrl));
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

describe("a service that is reached by HTTPS with no proxy between", () => {
  const trusted = () => ({ NODE_EXTRA_CA_CERTS: secured.env.NODE_EXTRA_CA_CERTS });

  /** This machine as the service, with a certificate for one host: its base URL. */
  async function directly(host = "localhost"): Promise<string> {
    const tls = await startTls(secured.authority.issue(host), Number(new URL(secured.service.url).port));
    opened.push(tls);
    return `https://localhost:${tls.port}`;
  }

  it("is sent the request, where NODE_EXTRA_CA_CERTS names the authority of its certificate", async () => {
    const { outs } = await create(trusted(), await directly());
    expect(outs).toMatchObject({ observed: { replicas: 3 } });
    expect(secured.service.requests).toEqual([expect.objectContaining({ method: "PATCH", status: 200 })]);
    expect(secured.proxy.asked).toEqual([]);
  });

  // prettier-ignore
  it.each([
    ["signed by an authority that nobody named", () => ({}), "localhost", /no secure connection to https:\/\/localhost:\d+: TLS failure \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\) .*NODE_EXTRA_CA_CERTS/],
    ["signed for another host", trusted, HOST, /no secure connection to https:\/\/localhost:\d+: TLS failure \(ERR_TLS_CERT_ALTNAME_INVALID\) .*Is containergroups:baseUrl right\?/],
  ])("is sent nothing where it is %s, and the error says what to do", async (_, env, signedFor, reason) => {
    await expectRefused(env(), reason, await directly(signedFor));
  });
});
