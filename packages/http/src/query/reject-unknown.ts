import type { Query } from './query.ts';
import { innerName, invalidParameter } from './query.ts';

const RESERVED_STEM = /^[a-z]+$/;

/**
 * Throws AppError `invalid`, naming the parameter, for a name whose part before `[` is all a–z and that is
 * not among `known`; other names are ignored (JSON:API 1.1 reserves the former and leaves the latter to
 * whoever sends them). `known` holds exact names (`include`, `filter[tag]`) and families (`fields[]`, which
 * stands for `fields[` + anything without brackets + `]`).
 */
export function rejectUnknown(query: Query, known: readonly string[]): void {
  for (const [name] of query.entries()) {
    if (!known.includes(name) && isReserved(name, known)) {
      throw invalidParameter(name, 'This query parameter is not known here.');
    }
  }
}

function isReserved(name: string, known: readonly string[]): boolean {
  const bracket = name.indexOf('[');
  const stem = bracket === -1 ? name : name.slice(0, bracket);
  const isOfKnownFamily = known.includes(`${stem}[]`) && innerName(name, stem) !== undefined;
  return RESERVED_STEM.test(stem) && !isOfKnownFamily;
}
