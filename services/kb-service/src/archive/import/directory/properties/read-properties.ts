import { type Entry, invalidProperties, type Mistake } from './entries.ts';
import type { PropertyKind } from './property-kinds.ts';

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
