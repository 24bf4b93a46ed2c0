import { AppError } from '@guidepost/service-kit';
import type { MetadataField } from '../model/forum.ts';
import { PARAMETER_NAMES } from './form-parameters.ts';
import { COMMENT_FIELDS, DIALOG_FIELDS, REPORT_FIELDS } from './post-fields.ts';
import { RECORD_FIELDS } from './validate-fields.ts';

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
