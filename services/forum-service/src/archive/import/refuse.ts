import { AppError } from '@guidepost/service-kit';

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
