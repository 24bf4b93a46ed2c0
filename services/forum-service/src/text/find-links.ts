import { LinkifyIt } from 'linkify-it';

/** An address that stands in a text. */
export interface Link {
  /** In UTF-16 units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly address: URL;
}

/** Addresses with `http:` or `https:` alone, so that nothing is guessed: no `www.`, no e-mail addresses. */
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);

/** The links in a text, in order, without the punctuation and the brackets around them. */
export function findLinks(text: string): Link[] {
  return (linkify.match(text) ?? []).flatMap(({ index: start, lastIndex: end, raw }) => {
    const address = URL.canParse(raw) ? new URL(raw) : undefined;
    return address && isWorthALink(address) ? { start, end, address } : [];
  });
}

/** Not one with a password: `https://bank.example@evil.example` is made to be misread. */
function isWorthALink({ protocol, username, password }: URL): boolean {
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
