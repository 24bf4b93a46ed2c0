import { AppError } from '@guidepost/service-kit';

/** Characters that a terminal or the database rejects; a property name can contain them. */
const UNPRINTABLE = /[\p{C}\u2028\u2029]/gu;

const LONGEST_REASON = 300;

/** @throws AppError `invalid`: why a line is refused, on one printable line */
export function refuse(place: string, reason: string): never {
  const text = (place ? `${place}: ${reason}` : reason).slice(0, LONGEST_REASON);
  throw new AppError('invalid', text.toWellFormed().replaceAll(UNPRINTABLE, '\ufffd'));
}
