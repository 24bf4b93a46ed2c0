import type { IncomingMessage } from 'node:http';

/** Parts of the names of crawlers, link previews and monitors. */
const PROGRAMS = /bot|crawl|spider|slurp|facebookexternalhit|preview|monitor|pingdom|lighthouse/i;

/** Whether someone may read the answer: not to HEAD, to what a browser loads in advance, or to known programs. */
export function isReader({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET') return false;
  const purpose = headers['sec-purpose'] ?? headers.purpose;
  if (typeof purpose === 'string' && purpose.startsWith('prefetch')) return false;
  return !PROGRAMS.test(headers['user-agent'] ?? '');
}

/** Characters; longer texts are pasted letters and error reports rather than searches. */
const LONGEST = 100;

/** Words with what joins their parts: `settings.json`, `c++`, `it’s`. */
const WORD = /[\p{L}\p{M}\p{N}#+](?:[._@'’-]*[\p{L}\p{M}\p{N}#+])*/gu;

export const E_MAIL_ADDRESS = /\S\s*@\s*\S/;

/** Telephone, card and personal numbers, grouped or not. */
const LONG_NUMBER = /\p{Nd}(?:[^\p{L}\p{Nd}]{0,2}\p{Nd}){8}/u;

/**
 * The words of a query, so that the same question is counted as one: lower case, without punctuation. Undefined for
 * what is not counted: no words, long texts, e-mail addresses and long numbers.
 */
export function foldQuery(text: string): string | undefined {
  const typed = text.normalize('NFKC').toLowerCase();
  const words = typed.match(WORD)?.join(' ') ?? '';
  if (words === '' || Array.from(words).length > LONGEST) return undefined;
  return E_MAIL_ADDRESS.test(typed) || LONG_NUMBER.test(typed) ? undefined : words;
}

/** Bytes that identify what was asked for. */
export const QUERY_BYTES = 16;

/** The words of a query are stored only once visitors of this many groups have asked it. */
export const FEWEST_GROUPS = 3;

/** Visitors are told apart by the bits of an integer, see {@link groupsOf}. */
const GROUPS = 16;

/**
 * The groups of visitors, as bits. Visitors of different groups are different visitors. A group tells nothing else: a
 * sixteenth of all addresses are in it, other ones for each query. The half hours of programs have groups, too.
 * @param hashes of the visitors, with what they have asked for
 */
export function groupsOf(hashes: readonly Buffer[]): number {
  return hashes.reduce((groups, hash) => groups | (1 << (hash.readUInt8(0) % GROUPS)), 0);
}
