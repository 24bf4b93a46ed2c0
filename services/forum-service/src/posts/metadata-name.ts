import { PARAMETER_NAMES } from './form-parameters.ts';
import { COMMENT_FIELDS, DIALOG_FIELDS, REPORT_FIELDS } from './post-fields.ts';
import { RECORD_FIELDS } from './validate-fields.ts';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

const TAKEN = new Set([
  ...Object.keys({ ...DIALOG_FIELDS, ...COMMENT_FIELDS, ...REPORT_FIELDS }),
  ...RECORD_FIELDS,
  ...PARAMETER_NAMES,
]);

export function isMetadataName(text: string): boolean {
  return NAME.test(text) && !TAKEN.has(text);
}
