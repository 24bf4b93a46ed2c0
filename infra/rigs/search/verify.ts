import type { MeilisearchAccess } from '@guidepost/local-servers/testing';
import {
  createAnalyzer,
  createEmbeddedSearch,
  createMeilisearch,
  type EngineIndex,
  type SearchIndex,
  type SearchTenant,
} from '@guidepost/search';
import type { Promised } from './ledger.ts';
import type { SearchedService } from './subjects.ts';

/** Compares both engines with the ledgers. @returns a line for each difference */
export async function verify(
  { services, meilisearch }: { services: readonly SearchedService[]; meilisearch: MeilisearchAccess },
  which: 'changed' | 'all',
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, tenant, database, ledger } of services) {
    const index = await database.one<{ name: string }>('select name from search_indexes');
    const engines = {
      Meilisearch: findInEngine(createMeilisearch(meilisearch).index(index.name)),
      'the embedded engine': findEmbedded(createEmbeddedSearch(database)),
    };
    const records = ledger.records.filter(({ checked, version }) => which === 'all' || checked !== version);
    for (const record of records) {
      for (const [called, find] of Object.entries(engines)) {
        const broken = await brokenPromises(find, tenant, record);
        faults.push(...broken.map((fault) => `${name} ${record.id} in ${called}: ${fault}`));
      }
      record.checked = record.version;
    }
    const address = `${meilisearch.url}/indexes/${index.name}/documents?fields=tenant,id&limit=1000000`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${meilisearch.key}` } });
    const { results = [] } = (await answer.json()) as { results?: Held[] };
    faults.push(...(await compareDocuments({ name, database }, results)));
  }
  return faults;
}

interface Sought {
  tenant: SearchTenant;
  mark: string;
  hiddenToo: boolean;
}

type Find = (sought: Sought) => Promise<readonly number[]>;

/** The documents of an engine, even if the embedded one has fewer; none without its index. */
function findInEngine({ candidates }: EngineIndex): Find {
  return async ({ tenant, mark, hiddenToo }) => {
    const { words } = createAnalyzer(tenant.language).query(mark);
    const request = {
      tenant,
      words: words.map(({ form, stem }) => ({ stems: [stem], forms: [form] })),
      hiddenToo,
      limit: 10,
    };
    const { ids } = await candidates(request).catch(() => ({ ids: [] }));
    return ids;
  };
}

function findEmbedded({ search }: Pick<SearchIndex, 'search'>): Find {
  return async ({ tenant, mark, hiddenToo }) => {
    const query = createAnalyzer(tenant.language).query(mark);
    const { ids, corrections } = await search({ tenant, query, hiddenToo, offset: 0, limit: 10 });
    // A correction is a different word.
    return corrections.length > 0 ? [] : ids;
  };
}

async function brokenPromises(
  find: Find,
  tenant: SearchTenant,
  { id, visibility, marks }: Promised,
): Promise<string[]> {
  const broken: string[] = [];
  for (const [mark, isHeld] of marks) {
    for (const hiddenToo of [false, true]) {
      const found = await find({ tenant, mark, hiddenToo });
      const isPromised = isHeld && (visibility === 'shown' || (hiddenToo && visibility === 'hidden'));
      const expected = isPromised ? [id] : [];
      if (found.join() !== expected.join())
        broken.push(`${mark} (${visibility}) finds [${found}] and not [${expected}]`);
    }
  }
  return broken;
}

/** A document in Meilisearch; the checkpoint has neither field. */
interface Held {
  tenant?: number;
  id?: number;
}

async function compareDocuments(
  { name, database }: Pick<SearchedService, 'name' | 'database'>,
  held: readonly Held[],
): Promise<string[]> {
  const known = await database.any<Held>(
    'select tenant_id as tenant, document_id as id from search_documents where words is not null',
  );
  const documents = [...known, ...held.filter(({ id }) => id !== undefined)];
  const byKey = Map.groupBy(documents, ({ tenant, id }) => `${tenant}-${id}`);
  return [...byKey].flatMap(([key, [one, ...more]]) =>
    more.length > 0
      ? []
      : `${name} ${key}: only ${one && known.includes(one) ? 'the database' : 'Meilisearch'} holds it`,
  );
}
