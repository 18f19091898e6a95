/** The kinds of changes of "Keep a Changelog". */
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/** The parts of a text that begin with headings of a level, by their titles, in their order. */
function sections(text, level) {
  const [, ...parts] = `\n${text}`.split(`\n${"#".repeat(level)} `);
  return parts.map((part) => {
    const [title = "", ...lines] = part.split("\n");
    return { title: title.trim(), text: lines.join("\n").trim() };
  });
}

function sectionProblems({ title, text }, today) {
  const [, date] = / - (\d{4}-\d\d-\d\d)$/.exec(title) ?? [];
  const kinds = sections(text, 3);
  const unknown = kinds.filter((kind) => !KINDS.includes(kind.title));
  const empty = kinds.filter((kind) => kind.text === "");
  return [
    ...(date === undefined || Number.isNaN(Date.parse(date))
      ? [`"${title}" has no date: write "## VERSION - YYYY-MM-DD"`]
      : []),
    ...(date > today ? [`"${title}" is in the future`] : []),
    ...(kinds.length === 0 ? [`"${title}" says nothing: it needs a heading such as "### Added"`] : []),
    ...unknown.map((kind) => `"${title}": "${kind.title}" is none of ${KINDS.join(", ")}`),
    ...empty.map((kind) => `"${title}": "${kind.title}" is empty`),
  ];
}

/** What is wrong with a changelog in which a version is to be released on a day, `YYYY-MM-DD`. */
export function changelogProblems(text, version, today) {
  const all = sections(text, 2);
  const unreleased = all[0]?.title === "Unreleased" ? all[0].text : undefined;
  const releases = unreleased === undefined ? all : all.slice(1);
  const release = releases.find(({ title }) => title.split(" ")[0] === version);
  return [
    ...(unreleased === undefined ? ['the first section is not "Unreleased"'] : []),
    ...(unreleased ? [`"Unreleased" is not empty: move what it says to "${version}"`] : []),
    ...(release === undefined ? [`there is no section for ${version}`] : []),
    ...(release !== undefined && release !== releases[0]
      ? [`"${release.title}" is not the first section after "Unreleased"`]
      : []),
    ...releases.flatMap((section) => sectionProblems(section, today)),
  ];
}
