// Loaded before a program. On SIGUSR2 it prints a mark on each of the two streams: all that was printed before it has arrived by then.
// The mark holds the CPU time that the process has taken, in milliseconds.

/** What no test prints. */
const QUOTE = "\u0000";

/** Finds the marks in what was printed. */
const MARKS = new RegExp(`${QUOTE}mark ([\\d.]+)${QUOTE}`, "g");

module.exports = { MARKS };

process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage();
  [process.stdout, process.stderr].forEach((stream) => stream.write(`${QUOTE}mark ${(user + system) / 1000}${QUOTE}`));
});
