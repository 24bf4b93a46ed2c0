import { basename } from 'node:path';
import { readVisibility } from '../visibility.ts';
import { withoutPageIds } from './paths.ts';
import type { Entry } from './properties/entries.ts';

const PROPERTY = /^([^:\s][^:]{0,60}): +(\S.*)$/;

const READ = ['tags', 'tag', 'categories', 'category', 'slug'];

/**
 * Reads the properties of a page of Notion, which an export writes as lines such as `Tags: a, b` below its heading.
 * Lines that are not read stay in the text.
 */
export function readNotionProperties(
  source: string,
  path: string,
  now: Date,
): { entries: Entry[]; text: string } | undefined {
  if (withoutPageIds(basename(path)) === basename(path)) return undefined;
  const lines = source.split(/\r?\n/);
  const heading = lines.findIndex((line) => line.trim() !== '');
  const first = lines.findIndex((line, index) => index > heading && line.trim() !== '');
  if (!lines[heading]?.startsWith('# ') || first < 0) return undefined;
  const end = lines.findIndex((line, index) => index >= first && line.trim() === '');
  const last = end < 0 ? lines.length : end;
  const found = lines.slice(first, last).map((line, index) => entryOf(line, first + index + 1));
  if (!found.every((entry) => entry !== undefined)) return undefined;
  const entries = found.filter((entry) => isRead(entry, now));
  const read = new Set(entries.map(({ line }) => line));
  return { entries, text: lines.filter((_, index) => !read.has(index + 1)).join('\n') };
}

function entryOf(line: string, number: number): Entry | undefined {
  const [, key, value] = PROPERTY.exec(line) ?? [];
  return key === undefined ? undefined : { key, value, line: number };
}

function isRead({ key, value }: Entry, now: Date): boolean {
  return READ.includes(key.toLowerCase()) || readVisibility([[key, value]], now).understood.has(key);
}
