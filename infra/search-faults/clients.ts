import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ExaminedService } from './examined-service.ts';
import { isSettled, send } from './ledger.ts';

const CLIENTS = [writeOnce, writeOnce, searchOnce, searchOnce, searchOnce];

/** Milliseconds between a client's steps, so that an engine on a small machine can keep up. */
const LONGEST_REST = 150;

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
    // A failing client ends everything.
    await Promise.race([action(), ended]);
  } finally {
    over = true;
    await ended;
  }
}

async function writeOnce({ create, changes, ledger }: ExaminedService): Promise<void> {
  const change = choose([...changes, ...changes.map(() => undefined)]);
  const record = choose(ledger.records.filter((one) => one.visibility === change?.of && isSettled(one)));
  if (!change || !record) return create();
  record.version += 1;
  await change.make(record);
  record.visibility = change.becomes ?? record.visibility;
  record.version += 1;
}

async function searchOnce({ ledger, searchAddress, readIds }: ExaminedService): Promise<void> {
  const record = choose(ledger.records);
  const mark = choose([...(record?.marks.keys() ?? [])]);
  const words = choose([mark, mark, mark, 'the']) ?? 'the';
  const before = record && { ...record };
  const headers = { accept: 'application/vnd.api+json' };
  const answer = await send(ledger, 'search', () => fetch(searchAddress(words), { headers }));
  if (!answer?.ok) return;
  const ids = readIds(await answer.json());
  // A record that is being changed may or may not be found.
  const isUnchanged = record && isSettled(record) && record.version === before?.version;
  if (isUnchanged && record.visibility !== 'shown' && ids.includes(record.id)) ledger.shownAfterRemoval += 1;
}

function choose<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 0 ? undefined : items[randomInt(items.length)];
}
