import type { Query } from './query.ts';
import { innerName, invalidParameter } from './query.ts';

const RESERVED_STEM = /^[a-z]+$/;

/**
 * Throws AppError `invalid`, naming the parameter, for a reserved name that is not among `known`. JSON:API 1.1 reserves
 * names whose part before `[` is all a–z; others are ignored. `known` holds names (`include`, `filter[tag]`) and
 * families (`fields[]` for any `fields[inner]`).
 */
export function rejectUnknown(query: Query, known: readonly string[]): void {
  for (const [name] of query.entries()) {
    if (!known.includes(name) && isReserved(name, known)) {
      throw invalidParameter(name, 'This query parameter is not supported here.');
    }
  }
}

function isReserved(name: string, known: readonly string[]): boolean {
  const bracket = name.indexOf('[');
  const stem = bracket === -1 ? name : name.slice(0, bracket);
  const isOfKnownFamily = known.includes(`${stem}[]`) && innerName(name, stem) !== undefined;
  return RESERVED_STEM.test(stem) && !isOfKnownFamily;
}
