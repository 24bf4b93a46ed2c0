import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMeilisearch, type TenantChanges } from '@guidepost/search';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examineSearch } from './examine-search.ts';
import type { ExaminedService } from './examined-service.ts';
import { wrongAnswers } from './ledger.ts';
import { openPlace, type Place } from './place.ts';
import { verify } from './verify.ts';

// Both services start while other tests run.
const TIMEOUT = 120_000;

const { signal: stop } = new AbortController();

let folder: string;
let place: Place;
const servers = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-'));
  place = await openPlace(folder, servers);
}, TIMEOUT);
afterAll(async () => {
  await servers.disposeAsync();
  await rm(folder, { recursive: true });
});

describe('S25 Meilisearch that is killed while people post and search', () => {
  it(
    'loses no change, and no request is answered with an error',
    async () => {
      expect(await examineSearch(place, { kills: 1, say: () => {}, stop })).toEqual([]);
      expect(place.services.map(({ ledger }) => wrongAnswers(ledger))).toEqual([[], []]);
      expect(place.services.map(({ ledger }) => ledger.records.length > 0)).toEqual([true, true]);
    },
    TIMEOUT,
  );
});

describe('npm run search:faults', () => {
  /** Changes Meilisearch behind its database's back. */
  async function spoil({ database, tenant }: ExaminedService, change: Partial<TenantChanges>): Promise<void> {
    const engine = createMeilisearch(place.meilisearch);
    const { name, position } = await database.one<{ name: string; position: number }>(
      'select name, position from search_indexes',
    );
    await engine.index(name).feed([[{ tenant, documents: [], gone: [], ...change }]], position);
  }

  it.each([0, 1])(
    'tells what Meilisearch has lost, and what it should not hold: service %i',
    async (which) => {
      const service = place.services[which];
      const record = service?.ledger.records.find(({ visibility }) => visibility === 'shown');
      if (!service || !record) throw new Error('Nothing was written.');
      await spoil(service, {
        gone: [record.id],
        documents: [{ id: 1_000_000, fields: ['Stray'], facets: {} }],
      });
      const faults = await verify(place, 'all');
      const { name, tenant } = service;
      const mark = [...record.marks.keys()].find((one) => record.marks.get(one));
      expect(faults).toEqual(
        expect.arrayContaining([
          `${name} ${record.id} in Meilisearch: ${mark} (shown) finds [] and not [${record.id}]`,
          `${name} ${tenant.id}-${record.id}: only the database holds it`,
          `${name} ${tenant.id}-1000000: only Meilisearch holds it`,
        ]),
      );
    },
    TIMEOUT,
  );
});
