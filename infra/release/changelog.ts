const SECTION = /^## (?<heading>.+)\n/gm;

const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

const UNRELEASED = 'Unreleased';

/** A version by Semantic Versioning, from itself or from its tag. Throws an error for any other word. */
export function versionOf(word: string): string {
  const version = word.replace(/^v/, '');
  if (VERSION.test(version)) return version;
  throw new Error(`${word} is no version such as 1.2.3 or 1.2.3-rc.1.`);
}

/** The section of a version, without its heading. Throws an error if there is none, or nothing in it. */
export function notesOf(changelog: string, version: string): string {
  const notes = sectionOf(changelog, version);
  if (notes === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} - <date>".`);
  if (notes === '') throw new Error(`CHANGELOG.md says nothing about ${version}.`);
  return `${notes}\n`;
}

/** Makes the unreleased changes the section of a version. @param date ISO 8601 */
export function release(changelog: string, version: string, date: string): string {
  if (sectionOf(changelog, version) !== undefined) {
    throw new Error(`CHANGELOG.md has a section of ${version} already.`);
  }
  if (!sectionOf(changelog, UNRELEASED)) throw new Error('CHANGELOG.md has nothing that is unreleased.');
  return changelog.replace(`## ${UNRELEASED}\n`, `## ${UNRELEASED}\n\n## ${version} - ${date}\n`);
}

function sectionOf(changelog: string, name: string): string | undefined {
  const sections = [...changelog.matchAll(SECTION)];
  const at = sections.findIndex(({ groups }) => groups?.heading?.split(' - ')[0] === name);
  const found = sections[at];
  return found && changelog.slice(found.index + found[0].length, sections[at + 1]?.index).trim();
}
