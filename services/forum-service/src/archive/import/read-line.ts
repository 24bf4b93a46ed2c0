import { Ajv, type ErrorObject } from 'ajv';
import type { KindOf } from '../../model/media-kind.ts';
import type { ArchivedDialog } from './archived-dialog.ts';
import { type ArchiveLine, LINE_SCHEMA } from './line-schema.ts';
import { type ArchiveReading, readDialog } from './read-dialog.ts';
import { refuse } from './refuse.ts';

const validate = new Ajv({ allowUnionTypes: true, validateSchema: false }).compile<ArchiveLine>(LINE_SCHEMA);
const decoder = new TextDecoder('utf-8', { fatal: true });

export interface LineReading extends Omit<ArchiveReading, 'kindOf'> {
  /** Finds the kinds of the links in these texts. */
  kindsOf(texts: readonly string[]): Promise<KindOf>;
}

/** Parses, validates and renders a line of an archive. @throws AppError `invalid` with the first error */
export async function readLine(bytes: Uint8Array, reading: LineReading): Promise<ArchivedDialog> {
  const line = parse(decode(bytes));
  if (!validate(line)) return refuse('', describeMistake(validate.errors?.[0]));
  const kindOf = await reading.kindsOf([line, ...(line.comments ?? [])].map(({ text }) => text));
  return readDialog(line, { ...reading, kindOf });
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
  if (!error) return 'not valid';
  const { instancePath, keyword, params, message = '' } = error;
  const place = describePlace(instancePath);
  if (keyword === 'additionalProperties') {
    return withPlace(place, `unknown property "${String(params.additionalProperty)}"`);
  }
  if (keyword === 'required') return withPlace(place, `lacks "${String(params.missingProperty)}"`);
  return withPlace(place, place ? message : 'must be a JSON object');
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
