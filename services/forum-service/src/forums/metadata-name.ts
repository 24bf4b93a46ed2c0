import { COMMENT_FIELDS, DIALOG_FIELDS, REPORT_FIELDS } from '../posting/fields.ts';
import { HONEYPOT } from '../posting/honeypot.ts';
import { RECORD_FIELDS } from '../posting/read-fields.ts';

const NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Parameters that forms and clients send with a post. */
const PARAMETERS = ['key', 'callback', 'error', 'error_url', 'success_url', HONEYPOT];

const TAKEN = new Set([
  ...Object.keys({ ...DIALOG_FIELDS, ...COMMENT_FIELDS, ...REPORT_FIELDS }),
  ...RECORD_FIELDS,
  ...PARAMETERS,
]);

export function isMetadataName(text: string): boolean {
  return NAME.test(text) && !TAKEN.has(text);
}
