import { Ajv, type ErrorObject } from 'ajv';
import type { Forum } from '../../model/forum.ts';
import type { ArchivedDialog } from './archived-dialog.ts';
import { type ArchiveLine, LINE_SCHEMA } from './line-schema.ts';
import { readDialog } from './read-dialog.ts';
import { refuse } from './refuse.ts';

const validate = new Ajv({ allowUnionTypes: true }).compile<ArchiveLine>(LINE_SCHEMA);
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads and judges a line of an archive.
 *
 * @throws AppError `invalid` with the first thing that is wrong with it
 */
export function readLine(bytes: Uint8Array, forum: Forum, now: Date): ArchivedDialog {
  const line = parse(decode(bytes));
  if (!validate(line)) return refuse('', describeMistake(validate.errors?.[0]));
  return readDialog(line, forum, now);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return refuse('', 'not UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('', 'not JSON');
  }
}

function describeMistake(error: ErrorObject | undefined): string {
  if (!error) return 'not what an import takes';
  const { instancePath, keyword, params, message = '' } = error;
  const place = describePlace(instancePath);
  if (keyword === 'additionalProperties') {
    return withPlace(place, `there is no field "${String(params.additionalProperty)}"`);
  }
  if (keyword === 'required') return withPlace(place, `it lacks "${String(params.missingProperty)}"`);
  return withPlace(place, place ? `it ${message}` : 'it must be a JSON object');
}

function withPlace(place: string, reason: string): string {
  return place ? `${place}: ${reason}` : reason;
}

/** `/comments/3/text` → `comments[3].text` */
function describePlace(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}
