import { basename } from 'node:path';
import { readVisibility } from '../visibility.ts';
import { withoutPageIds } from './paths.ts';
import type { Entry } from './properties/entries.ts';

const PROPERTY = /^([^:\s][^:]{0,60}): +(\S.*)$/;

const READ = ['title', 'tags', 'tag', 'categories', 'category', 'slug'];

/**
 * Reads lines such as `Tags: a, b` at the beginning of Markdown, as MkDocs, Pelican and MultiMarkdown have them, or
 * below the heading of a page that Notion has exported. Lines that are not read stay in the text, unless there is a title.
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
  const found = lines.slice(first, last).map((line, index) => entryOf(line, first + index + 1));
  if (!found.every((entry) => entry !== undefined)) return undefined;
  const isMetadata = !isOfNotion && found.some(({ key }) => key.toLowerCase() === 'title');
  const entries = found.filter((entry) => isMetadata || isRead(entry, now));
  const read = new Set(entries.map(({ line }) => line));
  return { entries, text: lines.filter((_, index) => !read.has(index + 1)).join('\n') };
}

function firstLine(lines: readonly string[], isOfNotion: boolean): number | undefined {
  const beginning = lines.findIndex((line) => line.trim() !== '');
  if (!isOfNotion) return beginning < 0 ? undefined : beginning;
  const next = lines.findIndex((line, index) => index > beginning && line.trim() !== '');
  return lines[beginning]?.startsWith('# ') && next >= 0 ? next : undefined;
}

function entryOf(line: string, number: number): Entry | undefined {
  const [, key, value] = PROPERTY.exec(line) ?? [];
  return key === undefined ? undefined : { key, value, line: number };
}

function isRead({ key, value }: Entry, now: Date): boolean {
  return READ.includes(key.toLowerCase()) || readVisibility([[key, value]], now).understood.has(key);
}
