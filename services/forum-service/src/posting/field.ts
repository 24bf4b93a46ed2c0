import type { Forum } from '../model/forum.ts';
import type { Complaint } from './complaint.ts';

/** What a sent value says, or all that is wrong with it. */
export type Reading<Value> = { readonly value: Value } | { readonly complaints: readonly Complaint[] };

/** A field of what people post: requests are judged by it, and the OpenAPI document is made from it. */
export interface Field<Value> {
  /** CommonMark. */
  readonly description: string;
  /** Of what may be sent, as JSON Schema has it. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly required: boolean;
  /** Whether nobody may send it without a key. */
  readonly keyNeeded: boolean;
  /** @param sent undefined when it was not */
  readonly read: (sent: unknown, forum: Forum) => Reading<Value>;
}

export type FieldTable = Readonly<Record<string, Field<unknown>>>;

/** What the fields of a table say. */
export type FieldValues<Fields extends FieldTable> = {
  readonly [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never;
};

/** What a kind of field makes of a value; undefined when there is nothing in it. */
export interface FieldKind<Value> extends Pick<Field<Value>, 'description' | 'schema'> {
  readonly read: (sent: unknown, forum: Forum) => Reading<Value | undefined>;
}

/** A field without which nothing is posted. */
export function required<Value>(kind: FieldKind<Value>): Field<Value> {
  return {
    ...kind,
    required: true,
    keyNeeded: false,
    read(sent, forum) {
      const reading = kind.read(sent, forum);
      if ('complaints' in reading) return reading;
      return reading.value === undefined ? refuse({ message: 'required' }) : { value: reading.value };
    },
  };
}

/** A field that says `fallback` where it is not sent, and that needs a key where it is. */
export function withKey<Value, Fallback>(
  kind: FieldKind<Value>,
  fallback: Fallback,
): Field<Value | Fallback> {
  return {
    ...kind,
    required: false,
    keyNeeded: true,
    read(sent, forum) {
      const reading = kind.read(sent, forum);
      return 'complaints' in reading ? reading : { value: reading.value ?? fallback };
    },
  };
}

export function refuse(...complaints: Complaint[]): { complaints: readonly Complaint[] } {
  return { complaints };
}
