import { randomUUID } from 'node:crypto';
import type { SearchIndex, SearchTenant } from '@guidepost/search';
import { Meilisearch } from 'meilisearch';

/** Milliseconds; a batch of manual pages takes some seconds. */
const PATIENCE = 120_000;

/** Where a Meilisearch is. */
export interface MeilisearchAccess {
  url: string;
  key: string;
}

/** A way to search that leaves nothing behind. */
export interface PlainMeilisearch extends SearchIndex {
  drop(): Promise<void>;
}

/** Meilisearch as its first steps introduce it: the texts as they are, and the settings that it comes with. */
export function createPlainMeilisearch({ url, key }: MeilisearchAccess): PlainMeilisearch {
  const client = new Meilisearch({ host: url, apiKey: key });
  const run = randomUUID();
  const names = new Set<string>();
  const indexOf = ({ id }: SearchTenant) => {
    const name = `guidepost-plain-${run}-${id}`;
    names.add(name);
    return client.index<{ id: number }>(name);
  };
  return {
    async prepare() {
      // Indexes make themselves.
    },
    async put(tenant, documents) {
      const texts = documents.map(({ id, fields: [title, headings, text] }) => ({
        id,
        title,
        headings,
        text,
      }));
      await indexOf(tenant).addDocuments(texts, { primaryKey: 'id' }).waitTask({ timeout: PATIENCE });
    },
    async remove(tenant, ids) {
      await indexOf(tenant)
        .deleteDocuments([...ids])
        .waitTask({ timeout: PATIENCE });
    },
    async search({ tenant, query, offset, limit }) {
      const { hits, estimatedTotalHits } = await indexOf(tenant).search(query.text, { offset, limit });
      return { ids: hits.map(({ id }) => id), total: estimatedTotalHits, corrections: [] };
    },
    async drop() {
      for (const name of names) await client.deleteIndex(name).waitTask();
    },
  };
}
