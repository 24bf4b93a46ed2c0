import { invalidParameter } from './invalid-parameter.ts';
import type { Query } from './query.ts';

const RESERVED_STEM = /^[a-z]+$/;

/**
 * Throws AppError `invalid`, naming the parameter, for a name whose part before `[` is all a–z and that is
 * not among `known`; other names are ignored (JSON:API 1.1 reserves the former and leaves the latter to
 * whoever sends them). `known` holds exact names (`include`, `filter[tag]`) and families (`fields[]`, which
 * stands for `fields[` + anything without brackets + `]`).
 */
export function rejectUnknown(query: Query, known: readonly string[]): void {
  for (const [name] of query.entries()) {
    if (!known.includes(name) && isReserved(name) && !isOfKnownFamily(name, known)) {
      throw invalidParameter(name, 'This query parameter is not known here.');
    }
  }
}

function isReserved(name: string): boolean {
  return RESERVED_STEM.test(stemOf(name));
}

function isOfKnownFamily(name: string, known: readonly string[]): boolean {
  const stem = stemOf(name);
  const inner = name.slice(stem.length + 1);
  return inner.indexOf(']') === inner.length - 1 && !inner.includes('[') && known.includes(`${stem}[]`);
}

function stemOf(name: string): string {
  const bracket = name.indexOf('[');
  return bracket === -1 ? name : name.slice(0, bracket);
}
