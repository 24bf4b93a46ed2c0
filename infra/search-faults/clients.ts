import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExaminedService } from './examined-service.ts';
import { isSettled, send } from './ledger.ts';

/** Of each service. */
const CLIENTS = [writeOnce, writeOnce, searchOnce, searchOnce, searchOnce];

/** Milliseconds between two steps of a client, so that an engine on a small machine can keep up at all. */
const LONGEST_REST = 150;

/** Has people write and search all the time while something happens; steps that were begun are ended after it. */
export async function whilePeopleWork(
  services: readonly ExaminedService[],
  action: () => Promise<void>,
): Promise<void> {
  let over = false;
  const clients = services.flatMap((service) =>
    CLIENTS.map(async (step) => {
      while (!over) {
        await step(service);
        await pause(randomInt(LONGEST_REST));
      }
    }),
  );
  const ended = Promise.all(clients);
  try {
    // A client that fails ends it all.
    await Promise.race([action(), ended]);
  } finally {
    over = true;
    await ended;
  }
}

/** Changes a record, or makes one: half of the time, and when there is none to change. */
async function writeOnce({ create, changes, ledger }: ExaminedService): Promise<void> {
  const change = choose([...changes, ...changes.map(() => undefined)]);
  const record = choose(ledger.records.filter((one) => one.visibility === change?.of && isSettled(one)));
  if (!change || !record) return create();
  record.version += 1;
  await change.make(record);
  record.visibility = change.becomes ?? record.visibility;
  record.version += 1;
}

/** Searches, and looks whether what is shown had been removed before. */
async function searchOnce({ ledger, searchAddress, readIds }: ExaminedService): Promise<void> {
  const record = choose(ledger.records);
  const mark = choose([...(record?.marks.keys() ?? [])]);
  const words = choose([mark, mark, mark, 'the']) ?? 'the';
  const before = record && { ...record };
  const headers = { accept: 'application/vnd.api+json' };
  const answer = await send(ledger, 'search', () => fetch(searchAddress(words), { headers }));
  if (!answer?.ok) return;
  const ids = readIds(await answer.json());
  // A record that is changed meanwhile may be found or not.
  const isUnchanged = record && isSettled(record) && record.version === before?.version;
  if (isUnchanged && record.visibility !== 'shown' && ids.includes(record.id)) ledger.shownAfterRemoval += 1;
}

/** One of them by chance; undefined when there is none. */
function choose<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}
