import { help, readCommandLine } from "../../../bench/lib/commandLine";

const NAMES = ["groups", "fleet", "jobs"];
const read = (line: string) => readCommandLine(line.split(" ").filter(Boolean), NAMES);

describe("the command line of the benchmark", () => {
  it.each<[sentence: string, line: string, expected: object]>([
    ["says nothing: everything, in the order of the list", "", { quick: false, suites: NAMES, help: false }],
    ["asks for small rounds of everything", "quick", { quick: true, suites: NAMES }],
    ["names suites in any order", "jobs groups", { quick: false, suites: ["groups", "jobs"] }],
    ["asks for small rounds of one suite", "fleet quick", { quick: true, suites: ["fleet"] }],
    ["names one suite twice", "jobs jobs", { suites: ["jobs"] }],
    ["gives rounds", "--rounds 7", { rounds: 7, sizes: undefined }],
    ["gives sizes", "groups --sizes 10,100", { suites: ["groups"], sizes: [10, 100], rounds: undefined }],
    ["asks for help", "--help", { help: true }],
  ])("%s", (_, line, expected) => {
    expect(read(line)).toMatchObject(expected);
  });

  it.each<[sentence: string, line: string, said: string]>([
    ["a suite that there is none of", "queues", '"queues" is neither quick nor a suite (groups, fleet, jobs)'],
    ["half a round", "--rounds 1.5", "--rounds and --sizes take whole numbers from 1 on"],
    ["an empty size", "--sizes 10,", "--rounds and --sizes take whole numbers from 1 on"],
    ["a switch that there is not", "--fast", "Unknown option '--fast'"],
  ])("is refused with %s", (_, line, said) => {
    expect(() => read(line)).toThrow(said);
  });

  it("has a help that names every suite", () => {
    expect(help(NAMES)).toContain("groups, fleet, jobs");
  });
});
