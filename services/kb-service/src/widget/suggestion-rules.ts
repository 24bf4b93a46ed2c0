import { AppError } from '@guidepost/service-kit';
import { parseSlug } from '../model/slug.ts';

/** Which guides the widget suggests on pages of a path. */
export interface SuggestionRule {
  /** `*` stands for any characters. */
  path: string;
  /** Slugs. */
  guides: readonly string[];
  tags: readonly string[];
}

const MOST_RULES = 100;
const MOST_NAMES = 8;
const LONGEST_PATH = 200;
const TAG = 'tag:';

/** As people write them: a path a line, then slugs of guides, and of tags after `tag:`. */
export function writeRules(rules: readonly SuggestionRule[]): string {
  return rules
    .map(({ path, guides, tags }) => [path, ...guides, ...tags.map((tag) => TAG + tag)].join(' '))
    .join('\n');
}

/** The rules, each with its line. @throws AppError `invalid` for `widget_rules`, with the line that is wrong */
export function readRules(text: string): (readonly [line: number, rule: SuggestionRule])[] {
  const lines = text.split('\n').map((line, index) => [index + 1, line.trim()] as const);
  const rules = lines.flatMap(([place, line]) =>
    line === '' ? [] : [[place, readRule(line, place)] as const],
  );
  if (rules.length > MOST_RULES) throw wrongRule(rules.length, `There are more than ${MOST_RULES}.`);
  return rules;
}

function readRule(line: string, place: number): SuggestionRule {
  const [path = '', ...names] = line.split(/\s+/);
  if (!/^[/*]/.test(path) || path.length > LONGEST_PATH)
    throw wrongRule(place, `A path begins with / and has at most ${LONGEST_PATH} characters.`);
  if (names.length === 0 || names.length > MOST_NAMES)
    throw wrongRule(place, `A path needs 1 to ${MOST_NAMES} guides or tags.`);
  const guides: string[] = [];
  const tags: string[] = [];
  for (const name of names) {
    const isTag = name.startsWith(TAG);
    const slug = parseSlug(isTag ? name.slice(TAG.length) : name);
    if (!slug) throw wrongRule(place, `${name} is no guide.`);
    (isTag ? tags : guides).push(slug);
  }
  return { path, guides, tags };
}

export function wrongRule(line: number, message: string): AppError {
  const said = `Line ${line}: ${message}`;
  return new AppError('invalid', said, { fields: { widget_rules: [said] }, values: { line } });
}
