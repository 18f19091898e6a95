/**
 * @typedef {object} Released a package that is published
 * @property {string} name
 * @property {string} label what begins each line that is about it
 * @property {string} source the folder of the package.json that people edit, from the clone's top folder
 * @property {string} folder what `npm publish` is given, built
 * @property {RegExp} allowed the files that it may hold
 * @property {string} whereAllowed what says which files are packed
 * @property {Record<string, unknown>} publishConfig what its package.json must say of how it is published
 * @property {boolean} isBuiltByPrepack whether npm builds it before it packs
 * @property {number} maxPacked how many bytes the tarball may have
 * @property {number} maxInstalled and how many it may take with its dependencies, beside Pulumi's SDK
 */

/** What a release publishes. @type {Released[]} */
export const PACKAGES = [
  {
    name: "pulumi-containergroups",
    label: "",
    source: "",
    folder: "",
    allowed:
      /^(?:dist\/(?:cli|common|sdk|provider)\/.*\.(?:js|d\.ts)|docs\/.*\.(?:md|svg)|package\.json|(?:README|CHANGELOG|SECURITY)\.md|LICENSE)$/,
    whereAllowed: '"files" in package.json',
    publishConfig: { access: "public", "ignore-scripts": false, provenance: true },
    isBuiltByPrepack: true,
    maxPacked: 150_000,
    maxInstalled: 15_000_000,
  },
  {
    name: "containergroups-emulator",
    label: "emulator: ",
    source: "emulator",
    folder: "dist/emulator",
    allowed: /^(?:(?!page\/|packaging\/).*\.(?:js|d\.ts)|page\/\w+\.(?:html|css|js)|package\.json|README\.md|LICENSE)$/,
    whereAllowed: "emulator/packaging/layOut.mjs",
    publishConfig: { access: "public", provenance: true },
    isBuiltByPrepack: false,
    maxPacked: 110_000,
    maxInstalled: 15_000_000,
  },
];
