import type { SchemaObject } from 'ajv';

/** Content of the reference page beside the document. */
export interface ReferenceOptions {
  origin: { variable: string; example: string };
  accept?: string;
  /** Kinds of resources, with an introduction. Texts are CommonMark; only code spans are rendered. */
  resources: { title: string; introduction: string; list: ResourceView[] };
  errors: { introduction: string; list: ErrorRow[] };
}

export interface ResourceView {
  name: string;
  type?: string;
  parts: { title: string; rows: MemberRow[] }[];
}

export interface ErrorRow {
  status: number;
  code?: string;
  description: string;
}

export interface MemberRow {
  name: string;
  type: string;
  /** CommonMark; only code spans are rendered. */
  description: string;
}

export function memberRows(schema: SchemaObject): MemberRow[] {
  const properties = (schema.properties ?? {}) as Record<string, SchemaObject>;
  return Object.entries(properties).map(([name, member]) => ({
    name,
    type: describeSchema(member),
    description: String(member.description ?? ''),
  }));
}

/** Describes a schema briefly: `integer from 1 to 1000, by default 1000`. */
export function describeSchema(schema: SchemaObject): string {
  const { type, const: only, enum: names, items, format, maxLength } = schema;
  if (only !== undefined) return JSON.stringify(only);
  const base = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  const parts = [type === 'array' ? `list of ${describeWords(items)}` : base];
  if (names) parts.push(`: ${names.join(', ')}`);
  if (format) parts.push(` (${format})`);
  if (schema.minimum !== undefined && schema.maximum !== undefined) {
    parts.push(` from ${schema.minimum} to ${schema.maximum}`);
  }
  if (maxLength !== undefined) parts.push(`, up to ${maxLength} characters`);
  if (schema.default !== undefined) parts.push(`, by default ${schema.default}`);
  return parts.join('');
}

function describeWords(items: SchemaObject = {}): string {
  const words = items.enum ?? items.examples;
  return words ? words.join(', ') : 'words';
}
