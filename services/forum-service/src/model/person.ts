export interface Author {
  poster_id: number;
  author_name: string;
  work_title: string | null;
}

/** Someone who has signed in to a forum with a link in mail, which proves the address. */
export interface Member {
  /** Folded. */
  email: string;
  /** HMAC of the address in this forum. */
  person: Buffer;
  /** Shown with their posts. */
  name: string;
}

/** Normalizes an e-mail address. Mail servers do not distinguish letter case in practice. */
export function foldEmail(address: string): string {
  return address.normalize('NFC').toLowerCase();
}

/** A person as the forum knows them: by e-mail address. */
export interface Person {
  email: string;
  /** PostgreSQL regular expression that finds the address in a text, ignoring case. */
  mention: string;
  /** Whether their posts are those with the very address, and not also those where it stands within other text. */
  isExact: boolean;
}

/**
 * Characters of an address: next to one, the match belongs to another address. A letter after a backslash does not
 * count, since a line break in JSON is `\n`.
 */
const BEFORE = '(?:^|[^\\\\])[[:alnum:]._%+-]';

/** More characters of an address; after anything but a letter or digit they are quotation marks or markup. */
const MARKS = "['!#$&*/=?^{|}~`]+";

const MORE_BEFORE = `(?<!${BEFORE})(?<!${BEFORE}${MARKS})`;
const MORE_AFTER = '(?!\\.?[[:alnum:]-])';

const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** A person whom an operator or editor looks for. */
export function personOf(address: string): Person {
  const email = foldEmail(address);
  const literally = email.replaceAll(PUNCTUATION, '\\$&');
  return { email, mention: `${MORE_BEFORE}${literally}${MORE_AFTER}`, isExact: false };
}

/** A person who has proven the address: nothing of anyone else is theirs. */
export function memberAsPerson({ email }: { email: string }): Person {
  return { ...personOf(email), isExact: true };
}
