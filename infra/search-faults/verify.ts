import {
  createAnalyzer,
  createMeilisearch,
  createEmbeddedSearch,
  type SearchIndex,
  type SearchTenant,
} from '@guidepost/search';
import type { ExaminedService } from './examined-service.ts';
import type { Promised } from './ledger.ts';
import type { Place } from './place.ts';

/** Compares both engines with the ledgers. @returns a line for each difference */
export async function verify({ services, meilisearch }: Place, which: 'changed' | 'all'): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, tenant, database, ledger } of services) {
    const index = await database.one<{ name: string }>('select name from search_indexes');
    const engines = {
      Meilisearch: createMeilisearch({ ...meilisearch, database }).index(index.name),
      PostgreSQL: createEmbeddedSearch(database),
    };
    const records = ledger.records.filter(({ checked, version }) => which === 'all' || checked !== version);
    for (const record of records) {
      for (const [called, engine] of Object.entries(engines)) {
        const broken = await brokenPromises(engine, tenant, record);
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

/** The result of an engine without its index. */
const NOTHING = { ids: [], corrections: [] };

async function brokenPromises(
  { search }: Pick<SearchIndex, 'search'>,
  tenant: SearchTenant,
  { id, visibility, marks }: Promised,
): Promise<string[]> {
  const broken: string[] = [];
  for (const [mark, isHeld] of marks) {
    const query = createAnalyzer(tenant.language).query(mark);
    for (const hiddenToo of [false, true]) {
      const { ids, corrections } = await search({ tenant, query, hiddenToo, offset: 0, limit: 10 }).catch(
        () => NOTHING,
      );
      // A correction is a different word.
      const found = corrections.length > 0 ? [] : ids;
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
  { name, database }: Pick<ExaminedService, 'name' | 'database'>,
  held: readonly Held[],
): Promise<string[]> {
  const known = await database.any<Held>(
    'select tenant_id as tenant, document_id as id from search_documents',
  );
  const documents = [...known, ...held.filter(({ id }) => id !== undefined)];
  const byKey = Map.groupBy(documents, ({ tenant, id }) => `${tenant}-${id}`);
  return [...byKey].flatMap(([key, [one, ...more]]) =>
    more.length > 0
      ? []
      : `${name} ${key}: only ${one && known.includes(one) ? 'PostgreSQL' : 'Meilisearch'} holds it`,
  );
}
