import { AppError } from '@guidepost/service-kit';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import {
  type ArchiveLine,
  COMMENT_SCHEMA,
  LINE_SCHEMA,
  type LineComment,
  type LineVote,
  VOTE_SCHEMA,
} from './line-schema.ts';

const ajv = new Ajv({ allowUnionTypes: true, validateSchema: false });

/** Checks the form of a line, but of none of its comments and votes. @throws AppError `invalid` with the first error */
export const checkLine = checkBy(ajv.compile<ArchiveLine>(LINE_SCHEMA));
export const checkComment = checkBy(ajv.compile<LineComment>(COMMENT_SCHEMA));
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
  part: 'line' | 'comment' | 'vote' | 'mark';
  /** Begins with the place in the line: `comments[3].text: must not be empty`. */
  reason: string;
}

/** Characters that a terminal or the database rejects; a property name can contain them. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

const LONGEST_REASON = 300;

/** @throws AppError `invalid`: why a part of an archive is refused, on one printable line */
export function refuse(place: string, reason: string): never {
  const text = (place ? `${place}: ${reason}` : reason).slice(0, LONGEST_REASON);
  throw new AppError('invalid', text.toWellFormed().replaceAll(UNPRINTABLE, '\ufffd'));
}

/** Throws any other error again. */
export function refusalOf(error: unknown, part: Refusal['part']): Refusal {
  if (!(error instanceof AppError) || error.kind !== 'invalid') throw error;
  return { part, reason: error.message };
}
