import { AppError } from '@guidepost/service-kit';

/** What a terminal or the database would not take as it is; a line can hold it in the name of a field. */
const STRANGE = /[\p{C}\u2028\u2029]/gu;

const LONGEST_REASON = 300;

/** @throws AppError `invalid`: why a line is not imported, in a line of characters that can be shown and stored */
export function refuse(place: string, reason: string): never {
  const text = (place ? `${place}: ${reason}` : reason).slice(0, LONGEST_REASON);
  throw new AppError('invalid', text.toWellFormed().replaceAll(STRANGE, '\ufffd'));
}
