import { foldWhiteSpace, isVisible } from '@guidepost/service-kit';
import { parseSlug } from '../../../../model/slug.ts';
import type { Value } from '../../value.ts';

export interface PropertyKind<Read> {
  /** Completes "must be …". */
  expected: string;
  /** Undefined for values of another type. */
  read(value: Value): Read | undefined;
}

const MAX_NAME_LENGTH = 200;

/** Far below the maximum of the database column. */
const MAX_POSITION = 1_000_000;

export const TEXT: PropertyKind<string> = { expected: 'text', read: readText };

export const NAME: PropertyKind<string> = {
  expected: `text of at most ${MAX_NAME_LENGTH} characters`,
  read(value) {
    const name = foldWhiteSpace(readText(value) ?? '');
    return name !== '' && Array.from(name).length <= MAX_NAME_LENGTH ? name : undefined;
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
