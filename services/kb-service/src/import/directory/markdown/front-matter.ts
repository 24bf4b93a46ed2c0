import { AppError } from '@guidepost/service-kit';
import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument } from 'yaml';
import { parseSlug } from '../../../reading/identifiers.ts';

/** What a Markdown file says of itself, above its text. */
export interface FrontMatter {
  title?: string | undefined;
  slug?: string | undefined;
  categories?: string[] | undefined;
  tags?: string[] | undefined;
  published?: boolean | undefined;
  /** Keys that mean nothing here. */
  unknown: string[];
}

/** A file in two parts. */
export interface SplitFile {
  front: FrontMatter;
  /** Without the front matter. */
  text: string;
}

const FIRST_LINE = /^---[ \t]*\r?\n/;
const LAST_LINE = /^(?:---|\.\.\.)[ \t]*\r?$/m;
const LONGEST = 20_000;
const DEEPEST = 50;

type Reader = (node: ParsedNode | null) => unknown;

/** What each key must be, and how it is read; undefined when it is something else. */
const KEYS: Record<string, [expected: string, read: Reader]> = {
  title: ['text', readText],
  slug: ['a slug such as getting-started', readSlug],
  categories: ['a list of names', readList],
  tags: ['a list of names', readList],
  published: ['true or false', readBoolean],
};

/**
 * Reads the YAML between two lines of `---` at the beginning. All scalars are text, so a title may be `2026`, and
 * aliases are not taken, so nothing can grow.
 *
 * @throws AppError `invalid` naming file and line of what is wrong
 */
export function splitFrontMatter(source: string, place: string): SplitFile {
  const parts = split(source);
  if (!parts) return { front: { unknown: [] }, text: source };
  const { yaml, text } = parts;
  if (yaml.length > LONGEST || depthOf(yaml) > DEEPEST) {
    throw new AppError('invalid', `${place}: line 1: the front matter is too large`);
  }
  return { front: readFrontMatter(yaml, place), text };
}

function split(source: string): { yaml: string; text: string } | undefined {
  const first = FIRST_LINE.exec(source);
  if (!first) return undefined;
  const rest = source.slice(first[0].length);
  const last = LAST_LINE.exec(rest);
  if (!last) return undefined;
  return { yaml: rest.slice(0, last.index), text: rest.slice(last.index + last[0].length) };
}

function readFrontMatter(yaml: string, place: string): FrontMatter {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { schema: 'failsafe', lineCounter: lines, prettyErrors: false });
  const fail = (offset: number, message: string): never => {
    // The first line of the file is `---`.
    throw new AppError('invalid', `${place}: line ${lines.linePos(offset).line + 1}: ${message}`);
  };
  const [error] = document.errors;
  if (error) fail(error.pos[0], error.message);
  const { contents } = document;
  if (contents === null) return { unknown: [] };
  if (!isMap(contents))
    return fail(0, 'the front matter must be names with values, such as "title: Install"');
  const front: Record<string, unknown> & FrontMatter = { unknown: [] };
  for (const { key, value } of contents.items) {
    const name = isScalar(key) ? String(key.value) : '?';
    const [expected, read] = (Object.hasOwn(KEYS, name) && KEYS[name]) || [];
    if (!read) front.unknown.push(name);
    else if (!isEmpty(value)) front[name] = read(value) ?? fail(key.range[0], `${name} must be ${expected}`);
  }
  return front;
}

/** `tags:` with nothing behind it says nothing. */
function isEmpty(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && (node.value === null || node.value === ''));
}

function readText(node: ParsedNode | null): string | undefined {
  return isScalar(node) && typeof node.value === 'string' && node.value.trim() !== ''
    ? node.value
    : undefined;
}

function readSlug(node: ParsedNode | null): string | undefined {
  return parseSlug(readText(node));
}

/** `[a, b]`, a list of lines, or one name. */
function readList(node: ParsedNode | null): string[] | undefined {
  const single = readText(node);
  if (single !== undefined) return [single];
  if (!isSeq(node)) return undefined;
  const names = node.items.map((item) => readText(item));
  return names.every((name) => name !== undefined) ? names : undefined;
}

function readBoolean(node: ParsedNode | null): boolean | undefined {
  const text = readText(node)?.toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** How deep brackets or indentation can make it, at most: the parser calls itself once a level. */
function depthOf(yaml: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of yaml) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  const dashes = /^[ \t]*(?:[-?:][ \t]+)+/gm;
  const steps = (yaml.match(dashes) ?? []).map((run) => run.replace(/[ \t]/g, '').length);
  return Math.max(deepest, ...steps);
}
