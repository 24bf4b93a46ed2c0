import type { MetadataField } from '../model/forum.ts';
import { type Field, type FieldTable, type Reading, refuse } from './field.ts';
import { readText } from './text-field.ts';

/** Metadata values by field name; null when there are none. */
export type Metadata = Readonly<Record<string, string | number>> | null;

const DIGITS = /^[+-]?\d{1,16}$/;

/** Of the forum's account and its own; which other names are ignored and which refused is in validate-fields.ts. */
export function metadataTable(fields: readonly MetadataField[]): FieldTable {
  return Object.fromEntries(fields.map((field) => [field.name, metadataField(field)]));
}

function metadataField({ type, maximum }: MetadataField): Field<string | number | undefined> {
  const isInteger = type === 'integer';
  return {
    description: 'Visible to editors only.',
    schema: isInteger ? { type: 'integer', maximum } : { type: 'string', maxLength: maximum },
    required: false,
    requiresKey: false,
    read: (sent) => (isInteger ? readInteger(sent, maximum) : readText(sent, { maximum })),
  };
}

function readInteger(sent: unknown, maximum: number): Reading<number | undefined> {
  if (sent === undefined || sent === '') return { value: undefined };
  const value = typeof sent === 'string' && DIGITS.test(sent.trim()) ? Number(sent) : sent;
  const fits = typeof value === 'number' && Number.isSafeInteger(value) && value <= maximum;
  return fits ? { value } : refuse({ message: 'integer', maximum });
}
