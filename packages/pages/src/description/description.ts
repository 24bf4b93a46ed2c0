/** Characters of a description that search engines show. */
const LENGTH = 160;

export function descriptionOf(whole: string): string | undefined {
  const text = whole.trim().replace(/\s+/g, ' ');
  if (text.length <= LENGTH) return text || undefined;
  const cut = text.slice(0, LENGTH).replace(/[,;:]?\s+\S*$|\p{Surrogate}$/u, '');
  return /\p{Sentence_Terminal}$/u.test(cut) ? cut : `${cut}…`;
}
