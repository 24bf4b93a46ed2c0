import { basename } from 'node:path';
import { readVisibility } from '../visibility.ts';
import { withoutPageIds } from './paths.ts';
import type { Entry } from './properties.ts';

const PROPERTY = /^([^:\s][^:]{0,60}):(?:[ \t](.*))?$/;

const LISTS = ['tags', 'tag', 'categories', 'category'];
const READ = ['title', 'slug', ...LISTS];

interface LineEntry extends Entry {
  value: string;
  /** The last of its lines; those that follow the first are indented. */
  lastLine: number;
}

/**
 * Reads lines such as `Tags: a, b` at the beginning of Markdown, as MkDocs, Pelican and MultiMarkdown have them, or
 * below the heading of a page that Notion has exported. Lines that are not read stay in the text, unless there is a
 * title.
 */
export function readLineProperties(
  source: string,
  path: string,
  now: Date,
): { entries: Entry[]; text: string } | undefined {
  const lines = source.split(/\r?\n/);
  const isOfNotion = withoutPageIds(basename(path)) !== basename(path);
  const first = firstLine(lines, isOfNotion);
  if (first === undefined) return undefined;
  const end = lines.findIndex((line, index) => index >= first && line.trim() === '');
  const last = end < 0 ? lines.length : end;
  const found = entriesOf(lines.slice(first, last), first + 1);
  if (!found) return undefined;
  const isMetadata = !isOfNotion && found.some(({ key }) => key.toLowerCase() === 'title');
  const entries = found.filter((entry) => isMetadata || isRead(entry, now));
  // One line alone may be a sentence such as `Status: all is well`: it counts, and stays.
  const taken = found.length === 1 && !isOfNotion && !isMetadata ? entries.filter(isNamed) : entries;
  const read = new Set(taken.flatMap(({ line, lastLine }) => range(line, lastLine)));
  return {
    entries: entries.map(({ key, value, line }) => ({ key, value, line })),
    text: lines.filter((_, index) => !read.has(index + 1)).join('\n'),
  };
}

function firstLine(lines: readonly string[], isOfNotion: boolean): number | undefined {
  const beginning = lines.findIndex((line) => line.trim() !== '');
  if (!isOfNotion) return beginning < 0 ? undefined : beginning;
  const next = lines.findIndex((line, index) => index > beginning && line.trim() !== '');
  return lines[beginning]?.startsWith('# ') && next >= 0 ? next : undefined;
}

/** Undefined if a line is neither a property nor the continuation of one. */
function entriesOf(lines: readonly string[], firstNumber: number): LineEntry[] | undefined {
  const entries: LineEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const [, key, value = ''] = PROPERTY.exec(line) ?? [];
    const before = entries.at(-1);
    const number = firstNumber + index;
    if (key !== undefined) entries.push({ key, value: value.trim(), line: number, lastLine: number });
    else if (before && /^[ \t]/.test(line)) {
      before.value = joinLines(before, line.trim());
      before.lastLine = number;
    } else return undefined;
  }
  return entries;
}

/** In a list, each line is an item, as in the metadata of MkDocs. */
function joinLines({ key, value }: LineEntry, line: string): string {
  if (value === '') return line.replace(/^- /, '');
  return LISTS.includes(key.toLowerCase()) ? `${value}, ${line.replace(/^- /, '')}` : `${value} ${line}`;
}

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function isNamed({ key }: LineEntry): boolean {
  return READ.includes(key.toLowerCase());
}

function isRead(entry: LineEntry, now: Date): boolean {
  const { key, value } = entry;
  if (value === '') return false;
  return isNamed(entry) || readVisibility([[key, value]], now).understood.has(key);
}
