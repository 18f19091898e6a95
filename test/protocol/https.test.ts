import { CertificateAuthority, type Identity } from "../support/certificates";
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

/** A server that ends with the test. */
async function opening<T extends Listening>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  opened.push(server);
  return server;
}

/** A proxy that leads the service's name to a port: by default to where it is. */
const proxyTo = (port = secured.port, credentials?: string): Promise<Proxy> =>
  opening(startProxy({ [`${HOST}:443`]: port }, credentials));

/** The service behind TLS with another identity. */
const tlsAs = (identity: Identity): Promise<Listening> =>
  opening(startTls(identity, Number(new URL(secured.service.url).port)));

const withCredentials = ({ url }: Proxy, credentials: string) => url.replace("//", `//${credentials}@`);

/** The environment of a process that trusts the service's authority, and gets there through another proxy. */
const through = (url: string) => ({ ...secured.env, https_proxy: url });
const answeredBy = async (identity: Identity) => through((await proxyTo((await tlsAs(identity)).port)).url);

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
    const { outs } = await create(through(withCredentials(proxy, CREDENTIALS)));
    const authorization = `Basic ${Buffer.from(CREDENTIALS).toString("base64")}`;
    expect(proxy.asked).toEqual([{ authority: `${HOST}:443`, authorization }]);
    expect(secured.service.requests).toHaveLength(1);
    expect(secured.service.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
    expect(JSON.stringify(outs) + (await host?.allPrinted())).not.toMatch(/canary|Y2FuYXJ5/);
  });
});

const TLS_FAILURE = "no secure connection to https://containers.example.com: TLS failure";
const REFUSED = "the proxy refused a connection to https://containers.example.com";

// prettier-ignore
const REFUSALS: [sentence: string, env: () => Promise<Record<string, string>>, words: string[]][] = [
  ["signed by an authority that nobody named", () => Promise.resolve({ https_proxy: secured.proxy.url }), [`${TLS_FAILURE} (UNABLE_TO_VERIFY_LEAF_SIGNATURE;`, "NODE_EXTRA_CA_CERTS"]],
  ["signed for another host", () => answeredBy(secured.authority.issue("other.example.com")), [`${TLS_FAILURE} (ERR_TLS_CERT_ALTNAME_INVALID;`, "Is containergroups:baseUrl right?"]],
  ["signed by another authority of the same name", () => answeredBy(new CertificateAuthority().issue(HOST)), [TLS_FAILURE]],
  ["behind a proxy that refuses the credentials", async () => through(withCredentials(await proxyTo(secured.port, CREDENTIALS), "canary-proxy-user:canary-wrong")), [REFUSED, "Check HTTPS_PROXY and NO_PROXY."]],
  ["behind a proxy that does not know it", async () => through((await opening(startProxy({}))).url), [REFUSED]],
  ["behind a proxy that is not there", async () => through(`http://${CREDENTIALS}@127.0.0.1:${await unusedPort()}`), ["no connection to https://containers.example.com (ECONNREFUSED; a proxy is set in the environment)"]],
];

describe("a service is sent nothing, and the error says what to do, without the key and the proxy's credentials", () => {
  it.each(REFUSALS)("where it is %s", async (_, env, words) => {
    const { message, kept } = await failure(create(await env()));
    expect(message).toMatch(/^update container group acme\/vision\/web: /);
    [...words, "after 2 attempts"].forEach((part) => expect(message).toContain(part));
    // Nothing was sent, so nothing is indeterminate.
    expect(kept).toBeUndefined();
    expect(secured.service.requests).toEqual([]);
    expect(message + (await host?.allPrinted())).not.toMatch(/canary|Y2FuYXJ5/);
  });
});

describe("a service that is reached by HTTPS with no proxy between", () => {
  const trusted = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: secured.env.NODE_EXTRA_CA_CERTS });

  /** The base URL of this machine as the service, with a certificate for one host. */
  const directly = async (certified = "localhost") =>
    `https://localhost:${(await tlsAs(secured.authority.issue(certified))).port}`;

  it("is sent the request, where NODE_EXTRA_CA_CERTS names the authority of its certificate", async () => {
    const { outs } = await create(trusted(), await directly());
    expect(outs).toMatchObject({ observed: { replicas: 3 } });
    expect(secured.service.requests).toEqual([expect.objectContaining({ method: "PATCH", status: 200 })]);
    expect(secured.proxy.asked).toEqual([]);
  });

  // prettier-ignore
  it.each([
    ["signed by an authority that nobody named", () => ({}), "localhost", /\(UNABLE_TO_VERIFY_LEAF_SIGNATURE\) .*NODE_EXTRA_CA_CERTS/],
    ["signed for another host", trusted, HOST, /\(ERR_TLS_CERT_ALTNAME_INVALID\) .*Is containergroups:baseUrl right\?/],
  ])("is sent nothing where it is %s, and the error says what to do without the key", async (_, env, certified, reason) => {
    const { message, kept } = await failure(create(env(), await directly(certified)));
    expect(message).toMatch(/^update container group acme\/vision\/web: no secure connection to https:\/\/localhost:\d+: TLS failure/);
    expect(message).toMatch(reason);
    expect(kept).toBeUndefined();
    expect(secured.service.requests).toEqual([]);
    expect(message + (await host?.allPrinted())).not.toContain("canary");
  });
});
