/** Characters; longer texts are pasted letters and error reports rather than searches. */
const LONGEST = 100;

/** Words with what joins their parts: `settings.json`, `c++`, `it’s`. */
const WORD = /[\p{L}\p{M}\p{N}#+](?:[._@'’-]*[\p{L}\p{M}\p{N}#+])*/gu;

const E_MAIL_ADDRESS = /\S\s*@\s*\S/;

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
