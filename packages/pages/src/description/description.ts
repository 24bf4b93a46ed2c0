/** What search engines show of a description, in characters. */
const LENGTH = 160;

/** As much of a text as a description holds, cut between words; undefined where there is none. */
export function descriptionOf(whole: string): string | undefined {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (text.length <= LENGTH) return text || undefined;
  const cut = text.slice(0, LENGTH).replace(/[,;:]?\s+\S*$|\p{Surrogate}$/u, '');
  return /\p{Sentence_Terminal}$/u.test(cut) ? cut : `${cut}…`;
}
