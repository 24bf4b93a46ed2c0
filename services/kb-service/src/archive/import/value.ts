/** A value of a key in YAML, TOML or JSON. Scalars are text, also `null` in YAML; undefined cannot be read. */
export type Value = string | null | readonly Value[] | ReadonlyMap<string, Value> | undefined;

const MAX_SHOWN = 60;

/** Values of a parser: dates become text as it writes them. */
export function toValue(parsed: unknown): Value {
  if (parsed === null) return null;
  if (parsed === undefined) return '';
  if (parsed instanceof Date) return Number.isNaN(parsed.getTime()) ? undefined : parsed.toISOString();
  if (Array.isArray(parsed)) return parsed.map(toValue);
  if (typeof parsed === 'object')
    return new Map(Object.entries(parsed).map(([key, value]) => [key, toValue(value)]));
  return String(parsed);
}

export function isMap(value: Value): value is ReadonlyMap<string, Value> {
  return value instanceof Map;
}

/** For messages, on one line. */
export function describeValue(value: Value): string {
  const text = describeWhole(value).replace(/\s+/g, ' ');
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function describeWhole(value: Value): string {
  if (value === undefined) return '?';
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (isMap(value))
    return `{${Array.from(value, ([key, member]) => `${key}: ${describeWhole(member)}`).join(', ')}}`;
  return `[${value.map(describeWhole).join(', ')}]`;
}
