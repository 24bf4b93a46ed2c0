import { choose } from './choose.ts';
import type { ExaminedService } from './examined-service.ts';
import { count, type Promised } from './ledger.ts';

/** Words that many texts hold. */
const USUAL = ['the', 'and', 'how', 'for', 'with'];

/** Sends one search and looks whether it shows what had been removed before. */
export async function searchOnce(service: ExaminedService): Promise<void> {
  const record = choose(service.ledger.records);
  const mark = record && choose([...record.marks, ...record.formerMarks]);
  const words = choose([mark, mark, mark, choose(USUAL)]) ?? 'nothing';
  const before = record && stateOf(record);
  const ids = await search(service, words);
  // What is changed while it is searched for may be found or not.
  const isSettled = record?.begun === record?.answered && before === (record && stateOf(record));
  if (record && isSettled && record.visibility !== 'shown' && ids.includes(record.id))
    service.ledger.shownAfterRemoval += 1;
}

/** Another one after each change that was begun. */
function stateOf({ begun, visibility }: Promised): string {
  return `${begun} ${visibility}`;
}

async function search({ searchAddress, readIds, ledger }: ExaminedService, words: string): Promise<number[]> {
  const started = performance.now();
  try {
    const answer = await fetch(searchAddress(words), { headers: { accept: 'application/vnd.api+json' } });
    const body: unknown = await answer.json();
    ledger.durations.push(performance.now() - started);
    count(ledger.searches, answer.status);
    return answer.ok ? readIds(body) : [];
  } catch {
    count(ledger.searches, 0);
    return [];
  }
}
