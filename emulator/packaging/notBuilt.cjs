// All that a package of this folder has: `npm pack` runs it where scripts are allowed, and the packed command and import run it where they are not.
console.error(
  "This is the emulator's source, which does not run: `npm run build`, then `npm pack ./dist/emulator` makes its package.",
);
process.exit(1);
