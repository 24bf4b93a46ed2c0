import type { FieldMistake } from '../model/field-mistake.ts';
import type { Forum } from '../model/forum.ts';

export type Reading<Value> = { readonly value: Value } | { readonly mistakes: readonly FieldMistake[] };

/** Declares a field of a post: requests are validated by it, and the OpenAPI document is generated from it. */
export interface Field<Value> {
  /** CommonMark. */
  readonly description: string;
  /** JSON Schema of accepted values. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  readonly requiresKey: boolean;
  /** @param sent undefined when missing */
  readonly read: (sent: unknown, forum: Forum) => Reading<Value>;
}

export type FieldTable = Readonly<Record<string, Field<unknown>>>;

export type FieldValues<Fields extends FieldTable> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

/** Parses a value; undefined for an empty one. */
export interface FieldKind<Value> extends Pick<Field<Value>, 'description' | 'schema'> {
  readonly read: (sent: unknown, forum: Forum) => Reading<Value | undefined>;
}

export function required<Value>(kind: FieldKind<Value>): Field<Value> {
  return {
    ...kind,
    required: true,
    requiresKey: false,
    read(sent, forum) {
      const reading = kind.read(sent, forum);
      if ('mistakes' in reading) return reading;
      return reading.value === undefined ? refuse({ message: 'required' }) : { value: reading.value };
    },
  };
}

/** An optional field that requires a key. */
export function withKey<Value, Fallback>(
  kind: FieldKind<Value>,
  fallback: Fallback,
): Field<Value | Fallback> {
  return {
    ...kind,
    required: false,
    requiresKey: true,
    read(sent, forum) {
      const reading = kind.read(sent, forum);
      return 'mistakes' in reading ? reading : { value: reading.value ?? fallback };
    },
  };
}

export function refuse(...mistakes: FieldMistake[]): { mistakes: readonly FieldMistake[] } {
  return { mistakes };
}
