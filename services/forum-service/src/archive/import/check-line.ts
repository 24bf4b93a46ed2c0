import { AppError } from '@guidepost/service-kit';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import {
  ADDRESS_LINE_SCHEMA,
  type AddressLine,
  type ArchiveLine,
  COMMENT_SCHEMA,
  EXTERNAL,
  LINE_SCHEMA,
  type LineComment,
  type LineVote,
  VOTE_SCHEMA,
} from './line-schema.ts';

const ajv = new Ajv({ allowUnionTypes: true, validateSchema: false });

/** Checks the form of a line, but of none of its comments and votes. @throws AppError `invalid` with the first error */
export const checkLine = checkBy(ajv.compile<ArchiveLine>(LINE_SCHEMA));
export const checkAddressLine = checkBy(ajv.compile<AddressLine>(ADDRESS_LINE_SCHEMA));
export const isComment = ajv.compile<LineComment>(COMMENT_SCHEMA);
export const checkComment = checkBy(isComment);
export const checkVote = checkBy(ajv.compile<LineVote>(VOTE_SCHEMA));

function checkBy<Part>(validate: ValidateFunction<Part>): (value: unknown, place?: string) => Part {
  return (value, place = '') =>
    validate(value) ? value : refuse('', describeMistake(validate.errors?.[0], place));
}

function describeMistake(error: ErrorObject | undefined, outer: string): string {
  if (!error) return 'not valid';
  const { instancePath, keyword, params, message = '' } = error;
  const place = describePlace(outer, instancePath);
  if (keyword === 'additionalProperties') {
    return withPlace(place, `unknown property "${String(params.additionalProperty)}"`);
  }
  if (keyword === 'required') return withPlace(place, `lacks "${String(params.missingProperty)}"`);
  return withPlace(place, place === outer ? 'must be a JSON object' : message);
}

function withPlace(place: string, reason: string): string {
  return place ? `${place}: ${reason}` : reason;
}

/** `/tags/3/name` → `tags[3].name` */
function describePlace(outer: string, pointer: string): string {
  const steps = pointer.split('/').slice(1);
  const place = outer + steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join('');
  return outer ? place : place.slice(1);
}

/** The part of a line that is left out, and why: the dialog with all that belongs to it, or a part of it alone. */
export interface Refusal {
  part: 'line' | 'comment' | 'vote' | 'mark' | 'parent' | 'address' | 'file';
  /** The `id` of the post, or else its `external`. */
  id?: number | string;
  /** Begins with the place in the line: `comments[3].text: must not be empty`. */
  reason: string;
}

/** Characters that a terminal or the database rejects; a property name can contain them. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

const LONGEST_REASON = 300;

/** @throws AppError `invalid`: why a part of an archive is refused, on one printable line */
export function refuse(place: string, reason: string): never {
  throw new AppError('invalid', printable(place ? `${place}: ${reason}` : reason));
}

export function printable(reason: string): string {
  return reason.slice(0, LONGEST_REASON).toWellFormed().replaceAll(UNPRINTABLE, '\ufffd');
}

/** Throws any other error again. @param sent what is refused, of any form */
export function refusalOf(error: unknown, part: Refusal['part'], sent: unknown): Refusal {
  if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
  return { part, ...nameOf(sent), reason: error.message };
}

/** How a report names a post whose form may be wrong. */
export function nameOf(sent: unknown): Pick<Refusal, 'id'> {
  const { id, external } = Object(sent) as { id?: unknown; external?: unknown };
  if (Number.isSafeInteger(id)) return { id: Number(id) };
  return typeof external === 'string' && EXTERNAL.test(external) ? { id: external } : {};
}
