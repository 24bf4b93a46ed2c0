import type { CommonWords } from '../words/words.ts';

/** What an error page says first, by the status of the answer. */
export function errorHeading(status: number, words: CommonWords): string {
  if (status === 404) return words.notFound;
  if (status === 429) return words.tooManyRequests;
  return status < 500 ? words.badRequest : words.outOfOrder;
}
