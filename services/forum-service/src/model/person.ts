import { foldEmail } from './email.ts';

/** A person as the forum knows them: by e-mail address. */
export interface Person {
  email: string;
  /** PostgreSQL regular expression that finds the address in a text, ignoring case. */
  mention: string;
}

/**
 * Characters of an address: next to one, the match belongs to another address. A letter after a backslash does not count,
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
