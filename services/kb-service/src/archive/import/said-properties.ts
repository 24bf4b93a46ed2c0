import { GUIDE_PROPERTIES, PROPERTY_NAMES, type PropertyName } from '../../content/guide-properties.ts';
import type { PropertyChanges } from '../../reviews/write-properties.ts';
import { describeValue, type Value } from './value.ts';

/** The owner and the reviews of a guide as a source gives them. */
export interface SaidProperties {
  properties: PropertyChanges;
  /** The keys that were read. */
  understood: ReadonlySet<string>;
  /**
   * The faults of the others, by key. Other tools use them in other ways, so the guide is imported without them.
   */
  mistakes: ReadonlyMap<string, string>;
}

const NAMES: ReadonlyMap<string, PropertyName> = new Map(
  PROPERTY_NAMES.map((name) => [GUIDE_PROPERTIES[name].key, name]),
);

/**
 * Reads the properties of a guide among the keys of its source. A key without a value, or with `none`, says that there
 * is no owner, or are no reviews; that of the day of a review says nothing.
 */
export function readSaidProperties(entries: Iterable<readonly [key: string, value: Value]>): SaidProperties {
  const properties: PropertyChanges = {};
  const understood = new Set<string>();
  const mistakes = new Map<string, string>();
  for (const [key, value] of entries) {
    const name = NAMES.get(key.toLowerCase());
    if (!name) continue;
    if (isNone(value)) {
      understood.add(key);
      if (name !== 'reviewedOn') Object.assign(properties, { [name]: null });
      continue;
    }
    const { expected, parse } = GUIDE_PROPERTIES[name];
    const read = typeof value === 'string' ? parse(value.trim()) : undefined;
    if (read === undefined) mistakes.set(key, `${describeValue(value)} is not ${expected}`);
    else {
      understood.add(key);
      Object.assign(properties, { [name]: read });
    }
  }
  return { properties, understood, mistakes };
}

function isNone(value: Value): boolean {
  return value === null || (typeof value === 'string' && ['', 'none'].includes(value.trim().toLowerCase()));
}
