import { AppError, foldWhiteSpace, isVisible, LONGEST_NAME } from '@guidepost/service-kit';
import { LONGEST_DESCRIPTION } from '../../../content/categories.ts';
import { parseSlug } from '../../../model/slug.ts';
import type { Value } from '../value.ts';

/** A key with its value, and its line in the file. */
export interface Entry {
  key: string;
  value: Value;
  line: number;
  /** Why the value cannot be read, if only it is invalid. */
  mistake?: string | undefined;
  /** Words that look like keys in such a value. */
  swallowed?: string[];
}

/** The text of properties in a file. */
export interface PropertyText {
  text: string;
  place: string;
  /** Lines of the file before the text. */
  linesAbove: number;
  part: 'the front matter' | 'the file';
}

interface Mistake {
  line: number;
  message: string;
}

export interface Properties<Values> {
  values: Partial<Values>;
  /** The entries of other keys. */
  others: Entry[];
}

type Kinds<Values> = { [Key in keyof Values]: PropertyKind<Values[Key]> };

/**
 * Reads the values of keys, in letters of any case.
 * @param place the file, for messages
 * @throws AppError `invalid` with a line for each value of another kind
 */
export function readProperties<Values extends object>(
  entries: readonly Entry[],
  kinds: Kinds<Values>,
  place: string,
): Properties<Values> {
  const values: Partial<Values> = {};
  const others: Entry[] = [];
  const mistakes: Mistake[] = [];
  for (const entry of entries) {
    const name = entry.key.toLowerCase();
    if (!isKeyOf(name, kinds)) others.push(entry);
    // A key without a value is ignored.
    else if (entry.value !== '' && entry.value !== null) {
      const found = kinds[name].read(entry.value);
      if (found !== undefined && values[name] === undefined) values[name] = found;
      else mistakes.push(mistakeOf(entry, kinds[name].expected, found !== undefined));
    }
  }
  if (mistakes.length > 0) throw invalidProperties(place, mistakes);
  return { values, others };
}

function mistakeOf({ key, line, mistake }: Entry, expected: string, isSecond: boolean): Mistake {
  const message = isSecond ? `${key} is there twice` : `${key} must be ${expected}`;
  return { line, message: mistake ?? message };
}

function isKeyOf<Values extends object>(name: PropertyKey, kinds: Kinds<Values>): name is keyof Values {
  return Object.hasOwn(kinds, name);
}

interface PropertyKind<Read> {
  /** Completes "must be …". */
  expected: string;
  /** Undefined for values of another type. */
  read(value: Value): Read | undefined;
}

/** Far below the maximum of the database column. */
const MAX_POSITION = 1_000_000;

export const TEXT: PropertyKind<string> = { expected: 'text', read: readText };

export const NAME: PropertyKind<string> = {
  expected: `text of at most ${LONGEST_NAME} characters`,
  read(value) {
    const name = foldWhiteSpace(readText(value) ?? '');
    return name !== '' && Array.from(name).length <= LONGEST_NAME ? name : undefined;
  },
};

export const DESCRIPTION: PropertyKind<string> = {
  expected: `text of at most ${LONGEST_DESCRIPTION} characters`,
  read(value) {
    const text = foldWhiteSpace(readText(value) ?? '');
    return text !== '' && Array.from(text).length <= LONGEST_DESCRIPTION ? text : undefined;
  },
};

/** A list, or names with commas between them; `#` before a name is a notation of Obsidian. */
export const NAMES: PropertyKind<string[]> = {
  expected: 'a list of names',
  read(value) {
    const text = readText(value);
    if (text !== undefined) return splitNames(text).map(withoutHash).filter(Boolean);
    if (!Array.isArray(value)) return undefined;
    const names = value.filter((item) => item !== '' && item !== null).map(readText);
    return names.every((name) => name !== undefined) ? names.map(withoutHash) : undefined;
  },
};

/** Like names, each a slug. */
export const SLUGS: PropertyKind<string[]> = {
  expected: 'a list of slugs such as getting-started',
  read(value) {
    const names = NAMES.read(value);
    return names?.every((name) => parseSlug(name) !== undefined) ? names : undefined;
  },
};

export const POSITION: PropertyKind<number> = {
  expected: `a whole number from 0 to ${MAX_POSITION}`,
  read(value) {
    const text = readText(value)?.trim() ?? '';
    return /^\d{1,7}$/.test(text) && Number(text) <= MAX_POSITION ? Number(text) : undefined;
  },
};

/** Refuses lone surrogates, which escapes can produce. */
function readText(value: Value): string | undefined {
  if (typeof value !== 'string') return undefined;
  return isVisible(value) && value.isWellFormed() ? value : undefined;
}

function splitNames(text: string): string[] {
  const isTagged = text.split(/\s+/).every((word) => word === '' || word.startsWith('#'));
  return text.split(isTagged ? /[\s,]+/ : ',').map((name) => name.trim());
}

function withoutHash(name: string): string {
  return name.trim().replace(/^#(?=[\p{L}\p{N}])/u, '');
}

const MAX_LENGTH = 20_000;
const MAX_DEPTH = 50;

/** Refuses text that would keep a parser busy. @throws AppError `invalid` */
export function refuseTooLarge({ text, place, part }: PropertyText): void {
  if (text.length > MAX_LENGTH || depthOf(text) > MAX_DEPTH) {
    throw new AppError('invalid', `${place}: line 1: ${part} is too large`);
  }
}

export function invalidProperties(place: string, mistakes: readonly Mistake[]): AppError {
  const problems = mistakes.map(({ line, message }) => `${place}: line ${line}: ${message}`);
  return new AppError('invalid', problems.join('\n'));
}

/** The maximum depth by brackets and indentation, checked before the recursive parser runs. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '[' || character === '{') depth += 1;
    if (character === ']' || character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  const dashes = /^[ \t]*(?:[-?:][ \t]+)+/gm;
  const steps = (text.match(dashes) ?? []).map((run) => run.replace(/[ \t]/g, '').length);
  return Math.max(deepest, ...steps);
}
