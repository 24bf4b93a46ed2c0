import { foldEmail } from './email.ts';

/** Somebody, as far as the forum knows people: an e-mail address. */
export interface Person {
  /** Folded. */
  email: string;
  /** Finds the address in a text, as a regular expression of PostgreSQL that takes no notice of capitals. */
  mention: string;
}

/**
 * What can stand in an address: where more of it goes on, it is another's. A letter behind a backslash is no more of it,
 * since a line break in JSON is `\n`.
 */
const MORE_BEFORE = '(?<!(?:^|[^\\\\])[[:alnum:]._%+-])';
const MORE_AFTER = '(?!\\.?[[:alnum:]-])';

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

export function personOf(address: string): Person {
  const email = foldEmail(address);
  const literally = email.replaceAll(PUNCTUATION, '\\$&');
  return { email, mention: `${MORE_BEFORE}${literally}${MORE_AFTER}` };
}
