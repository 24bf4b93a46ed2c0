import { endBeforePunctuation } from '@guidepost/service-kit';
import { LinkifyIt } from 'linkify-it';

export interface Link {
  /** UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly address: URL;
}

/** Only `http:` and `https:` addresses, nothing guessed: no `www.`, no e-mail addresses. */
export const linkify = endBeforePunctuation(
  new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
    .add('ftp:', null)
    .add('mailto:', null)
    .add('//', null),
);

/** The links in a text in order, without surrounding punctuation. */
export function findLinks(text: string): Link[] {
  return (linkify.match(text) ?? []).flatMap(({ index: start, lastIndex: end, raw }) => {
    const address = readAddress(raw);
    return address ? { start, end, address } : [];
  });
}

/** The address that a post may link to; undefined for anything else. */
export function readAddress(written: string): URL | undefined {
  const address = /^https?:\/\//i.test(written) ? URL.parse(written) : null;
  return address && isSafeLink(address) ? address : undefined;
}

/** Excludes credentials: `https://bank.example@evil.example` is meant to deceive. */
function isSafeLink({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
