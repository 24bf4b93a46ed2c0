import { foldWhiteSpace } from '@guidepost/service-kit';
import { isScalar, isSeq, type ParsedNode } from 'yaml';
import { parseSlug } from '../../../../model/slug.ts';

/** What the value of a property must be, and how it is read. */
export interface PropertyKind<Value> {
  /** Completes "must be …". */
  expected: string;
  /** Undefined when it is something else. */
  read(node: ParsedNode | null): Value | undefined;
}

const LONGEST_NAME = 200;

/** More than anybody counts to, and far from where a column of the database ends. */
const HIGHEST_POSITION = 1_000_000;

export const TEXT: PropertyKind<string> = { expected: 'text', read: readText };

export const SLUG: PropertyKind<string> = {
  expected: 'a slug such as getting-started',
  read: (node) => parseSlug(readText(node)),
};

/** White space in it is folded. */
export const NAME: PropertyKind<string> = {
  expected: `text of ${LONGEST_NAME} characters at most`,
  read(node) {
    const name = foldWhiteSpace(readText(node) ?? '');
    return name !== '' && Array.from(name).length <= LONGEST_NAME ? name : undefined;
  },
};

/** `[a, b]`, a list of lines, or one name. */
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

export const BOOLEAN: PropertyKind<boolean> = {
  expected: 'true or false',
  read(node) {
    const text = readText(node)?.toLowerCase();
    return text === 'true' || text === 'false' ? text === 'true' : undefined;
  },
};

export const POSITION: PropertyKind<number> = {
  expected: `a whole number from 0 to ${HIGHEST_POSITION}`,
  read(node) {
    const text = readText(node) ?? '';
    return /^\d{1,7}$/.test(text) && Number(text) <= HIGHEST_POSITION ? Number(text) : undefined;
  },
};

/** An escape in quotes can write half of a surrogate pair, which is no text. */
function readText(node: ParsedNode | null): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') return undefined;
  return node.value.trim() !== '' && node.value.isWellFormed() ? node.value : undefined;
}
