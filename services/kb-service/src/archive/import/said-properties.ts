import { GUIDE_PROPERTIES, PROPERTY_NAMES, type PropertyName } from '../../content/guide-properties.ts';
import type { PropertyChanges } from '../../reviews/write-properties.ts';
import { describeValue, type Value } from './value.ts';

/** The properties of a guide as a source gives them. */
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
 * is no owner, or are no reviews; that of the day of a review says nothing. In texts `none` is a word.
 * @param otherKeys further names of properties, which count where the first name is missing
 */
export function readSaidProperties(
  entries: Iterable<readonly [key: string, value: Value]>,
  otherKeys: ReadonlyMap<string, PropertyName> = new Map(),
): SaidProperties {
  const properties: PropertyChanges = {};
  const understood = new Set<string>();
  const mistakes = new Map<string, string>();
  const read = (key: string, value: Value, name: PropertyName) => {
    const found = readValue(name, value);
    if (found === undefined) {
      mistakes.set(key, `${describeValue(value)} is not ${GUIDE_PROPERTIES[name].expected}`);
      return;
    }
    understood.add(key);
    if (found !== null || name !== 'reviewedOn') Object.assign(properties, { [name]: found });
  };
  const named = [...entries].map(([key, value]) => ({ key, value, lower: key.toLowerCase() }));
  for (const { key, value, lower } of named) {
    const other = otherKeys.get(lower);
    if (other) read(key, value, other);
  }
  for (const { key, value, lower } of named) {
    const name = NAMES.get(lower);
    if (name) read(key, value, name);
  }
  return { properties, understood, mistakes };
}

/** Null for none; undefined for what it cannot be. */
function readValue(name: PropertyName, value: Value): PropertyChanges[PropertyName] {
  const { parse, fit } = GUIDE_PROPERTIES[name];
  if (isNothing(value)) return null;
  if (fit) return readTexts(value, fit);
  if (typeof value !== 'string') return undefined;
  return value.trim().toLowerCase() === 'none' ? null : parse(value.trim());
}

function readTexts(
  value: Value,
  fit: (texts: readonly string[]) => PropertyChanges[PropertyName],
): PropertyChanges[PropertyName] {
  const all = Array.isArray(value) ? value : [value];
  const texts = all.filter((text) => !isNothing(text));
  if (texts.length === 0) return null;
  return texts.every((text) => typeof text === 'string') ? fit(texts) : undefined;
}

function isNothing(value: Value): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
