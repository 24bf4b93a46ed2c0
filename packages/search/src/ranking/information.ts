/** The information of meeting what this many of all documents have, in nats (BM25's, never negative). */
export function informationOf(having: number, documents: number): number {
  const bounded = Math.min(having, documents);
  return Math.log(1 + (documents - bounded + 0.5) / (bounded + 0.5));
}
