import { isDeepStrictEqual } from 'node:util';
import { type Database, sql } from '@guidepost/postgres';
import { LRUCache } from 'lru-cache';
import type { TenantSynonyms } from '../embedded/resident.ts';
import type { PassageVectors, QueryVector } from '../vectors/passage-vectors.ts';
import { readSample } from './candidate-rows.ts';
import type { AskedTenant } from './word-lookups.ts';
import { MOST_WORDS } from './write-documents.ts';

/** Facts about a tenant as a whole that a search needs. */
export interface TenantFacts {
  /** Documents that everyone may find. */
  readonly visible: number;
  readonly visibleWords: number;
  /** Whether words of some documents are not counted yet. */
  readonly isCounting: boolean;
  /** Whether there are so many words that others are not found. */
  readonly isFull: boolean;
  readonly synonyms: TenantSynonyms;
}

export interface TenantFactsReader {
  of(tenant: AskedTenant): Promise<TenantFacts>;
  /** Passages that stand for the average of a tenant. */
  sample(tenantId: number, vector: QueryVector): Promise<readonly PassageVectors[]>;
}

const readFacts = sql`
  select coalesce(t.visible, 0) as visible, coalesce(t.visible_words, 0) as "visibleWords",
    coalesce(t.words, 0) >= $2 as "isFull",
    exists (
      select 1 from search_documents d where d.tenant_id = $1 and d.keys is null and d.words is not null
    ) as "isCounting",
    coalesce(t.everyday_synonyms, true) as "isEveryday",
    coalesce((select json_agg(s.words order by s.words) from search_synonyms s where s.tenant_id = $1), '[]') as groups
  from (select $1::bigint as id) wanted
  left join search_tenants t on t.tenant_id = wanted.id
`;

interface Row extends Omit<TenantFacts, 'synonyms'>, TenantSynonyms {}

const MOST_TENANTS = 1_000;
const MOST_SAMPLES = 100;
const SAMPLE_HOLDS = 600_000;

/** Keeps what has not changed. */
export function createTenantFacts(database: Database): TenantFactsReader {
  const known = new LRUCache<number, { revision: number; facts: TenantFacts }>({ max: MOST_TENANTS });
  const samples = new LRUCache<string, readonly PassageVectors[]>({ max: MOST_SAMPLES, ttl: SAMPLE_HOLDS });
  return {
    async of({ id, revision }) {
      const before = known.get(id);
      if (before?.revision === revision && !before.facts.isCounting) return before.facts;
      const { groups, isEveryday, ...counts } = await database.one<Row>(readFacts([id, MOST_WORDS]));
      const read = { groups, isEveryday };
      // The same object as long as they stay the same: they are analysed once.
      const same = before && isDeepStrictEqual(before.facts.synonyms, read) ? before.facts.synonyms : read;
      const facts = { ...counts, synonyms: same };
      known.set(id, { revision, facts });
      return facts;
    },
    async sample(tenantId, vector) {
      const name = `${tenantId} ${vector.space}`;
      const sample = samples.get(name) ?? (await readSample(database, tenantId, vector));
      samples.set(name, sample);
      return sample;
    },
  };
}
