/** Characters of a payload that a page shows. */
const MOST = 20_000;

/** What was sent, to be read by people. A guide can have megabytes. */
export function shortened(payload: string): { text: string; isCut: boolean } {
  const text = payload.length > 10 * MOST ? payload : JSON.stringify(JSON.parse(payload), null, 2);
  return { text: text.slice(0, MOST).toWellFormed(), isCut: text.length > MOST };
}
