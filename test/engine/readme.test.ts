import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../support/dynamicProvider";
import { runReadmeProgram } from "../support/scripts";

/** What a picture says, line by line. */
function textOf(picture: string): string[] {
  const svg = readFileSync(path.join(ROOT, "docs", "images", picture), "utf8");
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, line = ""]) =>
    line
      .replace(/<[^>]*>/g, "")
      .replaceAll("\u00a0", " ")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&"),
  );
}

/** The lines that say what differs and what is sent, without their order: the CLI prints as things happen. */
const telling = (lines: string[]) => lines.filter((line) => /~|PATCH|Content-Type|^\{/.test(line)).sort();

test("the README's program does what the picture below it shows", async () => {
  const expected = telling(await runReadmeProgram());
  expect(expected).toContain('{"container":{"image":"acme/web:1.4.2"},"replicas":3}');
  expect(telling(textOf("preview-light.svg"))).toEqual(expected);
  expect(telling(textOf("preview-dark.svg"))).toEqual(expected);
});
