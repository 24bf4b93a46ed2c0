import { foldWhiteSpace, isVisible } from '@guidepost/service-kit';
import { isScalar, isSeq, type ParsedNode } from 'yaml';
import { parseSlug } from '../../../../model/slug.ts';

export interface PropertyKind<Value> {
  /** Completes "must be …". */
  expected: string;
  /** Undefined for values of another type. */
  read(node: ParsedNode | null): Value | undefined;
}

const MAX_NAME_LENGTH = 200;

/** Far below the maximum of the database column. */
const MAX_POSITION = 1_000_000;

export const TEXT: PropertyKind<string> = { expected: 'text', read: readText };

export const SLUG: PropertyKind<string> = {
  expected: 'a slug such as getting-started',
  read: (node) => parseSlug(readText(node)),
};

export const NAME: PropertyKind<string> = {
  expected: `text of at most ${MAX_NAME_LENGTH} characters`,
  read(node) {
    const name = foldWhiteSpace(readText(node) ?? '');
    return name !== '' && Array.from(name).length <= MAX_NAME_LENGTH ? name : undefined;
  },
};

/** `[a, b]`, a block list, or one name. */
export const NAMES: PropertyKind<string[]> = {
  expected: 'a list of names',
  read(node) {
    const single = readText(node);
    if (single !== undefined) return [single];
    if (!isSeq(node)) return undefined;
    const names = node.items.map((item) => readText(item));
    return names.every((name) => name !== undefined) ? names : undefined;
  },
};

/** Like names, each a slug. */
export const SLUGS: PropertyKind<string[]> = {
  expected: 'a list of slugs such as getting-started',
  read(node) {
    const names = NAMES.read(node);
    return names?.every((name) => parseSlug(name) !== undefined) ? names : undefined;
  },
};

export const BOOLEAN: PropertyKind<boolean> = {
  expected: 'true or false',
  read(node) {
    const text = readText(node)?.toLowerCase();
    return text === 'true' || text === 'false' ? text === 'true' : undefined;
  },
};

export const POSITION: PropertyKind<number> = {
  expected: `a whole number from 0 to ${MAX_POSITION}`,
  read(node) {
    const text = readText(node) ?? '';
    return /^\d{1,7}$/.test(text) && Number(text) <= MAX_POSITION ? Number(text) : undefined;
  },
};

/** Refuses lone surrogates, which escapes can produce. */
function readText(node: ParsedNode | null): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') return undefined;
  return isVisible(node.value) && node.value.isWellFormed() ? node.value : undefined;
}
