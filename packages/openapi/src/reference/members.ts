import type { SchemaObject } from 'ajv';
import { describeSchema } from './describe-schema.ts';

/** A member of an object: its name, what it may be, and what it is for. */
export interface MemberRow {
  name: string;
  type: string;
  /** CommonMark, of which code is understood. */
  description: string;
}

/** The members of an object's schema, with their types. */
export function memberRows(schema: SchemaObject): MemberRow[] {
  const properties = (schema.properties ?? {}) as Record<string, SchemaObject>;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    type: describeSchema(member),
    description: String(member.description ?? ''),
  }));
}
