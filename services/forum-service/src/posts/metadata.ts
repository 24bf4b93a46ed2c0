import { AppError } from '@guidepost/service-kit';
import type { MetadataField } from '../model/forum.ts';
import { type Field, type FieldTable, type Reading, readText, refuse } from './field-kinds.ts';
import { COMMENT_FIELDS, DIALOG_FIELDS, RECORD_FIELDS, REPORT_FIELDS } from './post-fields.ts';
import { PARAMETER_NAMES } from './submission.ts';

/** Metadata values by field name; null when there are none. */
export type Metadata = Readonly<Record<string, string | number>> | null;

const DIGITS = /^[+-]?\d{1,16}$/;

/** The fields that a forum asks for. Which other names are ignored and which refused is in validate-fields.ts. */
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

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

const TAKEN = new Set([
  ...Object.keys({ ...DIALOG_FIELDS, ...COMMENT_FIELDS, ...REPORT_FIELDS }),
  ...RECORD_FIELDS,
  ...PARAMETER_NAMES,
]);

export const NAME_RULE =
  'It must have 1 to 63 characters (a-z, 0-9 and "_"), start with a letter, and not be the name of a standard field.';
export const MAXIMUM_RULE = 'It must be a positive whole number.';

export function readFieldName(typed: string): string | undefined {
  return isMetadataName(typed) ? typed : undefined;
}

export function readMaximum(typed: string): number | undefined {
  const maximum = Number(typed);
  return /^\d+$/.test(typed) && maximum >= 1 && Number.isSafeInteger(maximum) ? maximum : undefined;
}

/** @throws AppError `invalid` with the rules of the fields that are wrong */
export function readMetadataField(typed: { name: string; type: string; maximum: string }): MetadataField {
  const name = readFieldName(typed.name.trim());
  const maximum = readMaximum(typed.maximum.trim());
  const type = typed.type === 'integer' ? 'integer' : 'text';
  if (name !== undefined && maximum !== undefined) return { name, type, maximum };
  const fields = {
    ...(name === undefined && { name: [NAME_RULE] }),
    ...(maximum === undefined && { maximum: [MAXIMUM_RULE] }),
  };
  throw new AppError('invalid', Object.values(fields).flat().join(' '), { fields });
}

export function isMetadataName(text: string): boolean {
  return NAME.test(text) && !TAKEN.has(text);
}
