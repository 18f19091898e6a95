import { deployed, expectSettled, expectSuccess, type Deployed } from "../support/deployed";

let all: Deployed;

beforeAll(async () => {
  all = await deployed();
});

afterAll(() => all.close());

/** What the stack exports, as it lies in the state: a secret is an object with its ciphertext. */
const exported = () => all.stack.outputs("tested-test");

const secret = expect.objectContaining({ ciphertext: expect.stringMatching(/./) as unknown }) as unknown;

// The steps build on each other: a field that an option sets is declared by no line of the program's arguments.
describe("a field that the program does not declare", () => {
  const read = `Object.assign(exports, {
    replicas: web.replicas, displayName: web.displayName, livenessProbe: web.livenessProbe,
    organizationName: web.organizationName, image: web.container.apply((container) => container?.image),
    observed: web.observed.replicas,
  });`;

  it("is undefined where nothing sets it, and organizationName is the setting's", async () => {
    all.stack.program(`const web = new cg.ContainerGroup("web", { displayName: "Web" });\n${read}`);
    expectSuccess(await all.stack.preview());
    expectSuccess(await all.stack.up());
    expect(exported()).toEqual({ displayName: "Web", organizationName: "acme", observed: 1 });
    await expectSettled(all);
  });

  it("has the value that a transform sets, and is secret where the transform marks it", async () => {
    all.stack.program(`
      const declare = ({ props, opts }) => {
        return { props: { ...props, replicas: 5, displayName: pulumi.secret("Hidden"), container: { image: "i:1" } }, opts };
      };
      const web = new cg.ContainerGroup("web", {}, { transforms: [declare] });\n${read}`);
    expectSuccess(await all.stack.preview());
    expectSuccess(await all.stack.up());
    expect(all.service.stored("acme", "vision", "web")).toMatchObject({ replicas: 5, display_name: "Hidden" });
    expect(exported()).toEqual({
      replicas: 5,
      displayName: secret,
      organizationName: "acme",
      image: "i:1",
      observed: 5,
    });
    await expectSettled(all);
  });

  it("has the value that ignoreChanges has kept", async () => {
    all.stack.program(`const web = new cg.ContainerGroup("web", {}, { ignoreChanges: ["replicas"] });\n${read}`);
    expectSuccess(await all.stack.preview());
    expectSuccess(await all.stack.up());
    expect(exported()).toMatchObject({ replicas: 5, organizationName: "acme" });
    expect(exported()).not.toHaveProperty("displayName");
    await expectSettled(all);
  });
});
