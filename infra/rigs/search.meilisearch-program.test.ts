import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMeilisearch, type TenantChanges } from '@guidepost/search';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { examineSearch, openSearched, type Searched } from './scenarios/search.ts';
import { wrongAnswers } from './search/ledger.ts';
import type { SearchedService } from './search/subjects.ts';
import { verify } from './search/verify.ts';

// Both services start while other tests run.
const TIMEOUT = 120_000;

const { signal: stop } = new AbortController();

let folder: string;
let searched: Searched;
const servers = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-faults-'));
  searched = await openSearched({ folder, servers });
}, TIMEOUT);
afterAll(async () => {
  await servers.disposeAsync();
  await rm(folder, { recursive: true });
});

describe('S25 Meilisearch that is killed while people post and search', () => {
  it(
    'loses no change, and no request is answered with an error',
    async () => {
      expect(await examineSearch(searched, { kills: 1, progress: () => {}, stop })).toEqual([]);
      expect(searched.services.map(({ ledger }) => wrongAnswers(ledger))).toEqual([[], []]);
      expect(searched.services.map(({ ledger }) => ledger.records.length > 0)).toEqual([true, true]);
    },
    TIMEOUT,
  );
});

describe('npm run rig -- search', () => {
  /** Changes Meilisearch behind its database's back. */
  async function spoil({ database, tenant }: SearchedService, change: Partial<TenantChanges>): Promise<void> {
    const engine = createMeilisearch(searched.meilisearch);
    const { name, position } = await database.one<{ name: string; position: number }>(
      'select name, position from search_indexes',
    );
    await engine.index(name).feed([[{ tenant, documents: [], removed: [], ...change }]], position);
  }

  it.each([0, 1])(
    'tells what Meilisearch has lost, and what it should not hold: service %i',
    async (which) => {
      const service = searched.services[which];
      const record = service?.ledger.records.find(({ visibility }) => visibility === 'shown');
      if (!service || !record) throw new Error('Nothing was written.');
      await spoil(service, {
        removed: [record.id],
        documents: [{ id: 1_000_000, fields: ['Stray'], facets: {} }],
      });
      const faults = await verify(searched, 'all');
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
