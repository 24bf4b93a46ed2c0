import { randomUUID } from 'node:crypto';
import type { Database } from '@guidepost/postgres';
import {
  createAnalyzer,
  createEmbeddedSearch,
  createRowsSearch,
  type EngineIndex,
  type QueryVectors,
  type SearchDocument,
  type SearchTenant,
  searchOnEngine,
} from '@guidepost/search';
import { Meilisearch } from 'meilisearch';
import MiniSearch from 'minisearch';

export interface Contender {
  name: string;
  put(tenant: SearchTenant, documents: readonly SearchDocument[]): Promise<unknown>;
  find(tenant: SearchTenant, query: string): Promise<number[]>;
}

const LIMIT = 10;

/** @param limit results of a search */
export function embeddedGuidepost(database: Database, limit = LIMIT): Contender {
  const { put, search } = createEmbeddedSearch(database);
  return {
    name: 'Guidepost, embedded',
    put,
    find: async (tenant, text) => (await search({ ...requestOf(tenant, text), limit })).ids,
  };
}

export function guidepostOnMeilisearch(database: Database, index: EngineIndex): Contender {
  const embedded = createEmbeddedSearch(database);
  const rows = createRowsSearch(database);
  return {
    name: 'Guidepost on Meilisearch',
    async put(tenant, documents) {
      await embedded.put(tenant, documents);
      await index.prepare();
      await index.feed([[{ tenant, documents, removed: [] }]], 0);
    },
    async find(tenant, text) {
      const request = requestOf(tenant, text);
      const { revision } = await database.one('select search_revision($1) as revision', [tenant.id]);
      const opened = await rows.open(request, revision);
      return (await searchOnEngine({ engineIndex: index, rows }, opened, request)).ids;
    },
  };
}

interface VectorSources {
  model: string;
  queryVectors: QueryVectors;
  index: EngineIndex | undefined;
}

/** The searches of Guidepost's other rows, with the vectors of a server. */
export function withVectors(database: Database, { model, queryVectors, index }: VectorSources): Contender[] {
  const embedded = createEmbeddedSearch(database, { hasVectors: true });
  const rows = createRowsSearch(database);
  // Its vectors are made once the other rows' documents are there.
  const put = async () => {};
  async function open(tenant: SearchTenant, text: string) {
    const asked = requestOf(tenant, text);
    const request = { ...asked, vector: await queryVectors.find(asked.query, false) };
    const { revision } = await database.one('select search_revision($1) as revision', [tenant.id]);
    return { request, revision };
  }
  const own: Contender = {
    name: `Guidepost, embedded, vectors of ${model}`,
    put,
    async find(tenant, text) {
      const { request } = await open(tenant, text);
      return (await embedded.search(request)).ids;
    },
  };
  if (!index) return [own];
  const onMeilisearch: Contender = {
    name: `Guidepost on Meilisearch, vectors of ${model}`,
    put,
    async find(tenant, text) {
      const { request, revision } = await open(tenant, text);
      const opened = await rows.open(request, revision);
      return (await searchOnEngine({ engineIndex: index, rows }, opened, request)).ids;
    },
  };
  return [own, onMeilisearch];
}

function requestOf(tenant: SearchTenant, text: string) {
  return { tenant, query: createAnalyzer(tenant.language).query(text), offset: 0, limit: LIMIT };
}

/** Deletes its index, since the server is shared. */
interface PlainMeilisearch extends Contender {
  drop(): Promise<unknown>;
}

/** Meilisearch as in its quick start: raw texts and default settings. */
export function plainMeilisearch({ url, key }: { url: string; key: string }): PlainMeilisearch {
  const client = new Meilisearch({ host: url, apiKey: key });
  const run = randomUUID();
  const names = new Set<string>();
  const indexOf = ({ id }: SearchTenant) => client.index<{ id: number }>(`guidepost-plain-${run}-${id}`);
  return {
    name: "Meilisearch's own settings on the texts",
    put(tenant, documents) {
      const index = indexOf(tenant);
      names.add(index.uid);
      return index.addDocuments(byField(documents), { primaryKey: 'id' }).waitTask({ timeout: 120_000 });
    },
    async find(tenant, query) {
      return (await indexOf(tenant).search(query, { limit: LIMIT })).hits.map(({ id }) => id);
    },
    drop: () => Promise.all([...names].map((name) => client.deleteIndex(name).waitTask())),
  };
}

function byField(documents: readonly SearchDocument[]) {
  return documents.map(({ id, fields: [title, headings, text] }) => ({ id, title, headings, text }));
}

/** PostgreSQL's full-text search as in its manual: its dictionaries, query syntax and cover density. */
export function plainFullText(database: Database): Contender {
  const statement = `select t.id from plain_texts t, websearch_to_tsquery(t.configuration, $2) q
    where t.tenant_id = $1 and t.words @@ q order by ts_rank_cd(t.words, q) desc, t.id limit $3`;
  return {
    name: "PostgreSQL's own dictionaries, `ts_rank_cd`",
    ...plainTexts(database),
    find: (tenant, query) => idsOf(database, statement, [tenant.id, query, LIMIT]),
  };
}

/** The same, as one would try it for questions: one word is enough, and long texts count less. */
export function anyWordFullText(database: Database): Contender {
  const statement = `select t.id from plain_texts t,
      (select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(to_tsvector($4::regconfig, $2))) as q (any_word)
    where t.tenant_id = $1 and t.words @@ any_word order by ts_rank_cd(t.words, any_word, 1) desc, t.id limit $3`;
  return {
    name: 'PostgreSQL, any word, `ts_rank_cd` by log length',
    ...plainTexts(database),
    find: ({ id, language }, query) =>
      idsOf(database, statement, [id, query, LIMIT, configurationOf(language)]),
  };
}

/** MiniSearch as in its introduction: its own words, any of them, BM25 over fields; only titles count more. */
export function miniSearch(limit = LIMIT): Contender {
  const indexes = new Map<number, MiniSearch>();
  const indexOf = ({ id }: SearchTenant) => {
    const index = indexes.get(id) ?? new MiniSearch({ fields: ['title', 'headings', 'text'] });
    indexes.set(id, index);
    return index;
  };
  return {
    name: 'MiniSearch',
    async put(tenant, documents) {
      indexOf(tenant).addAll(byField(documents));
    },
    async find(tenant, query) {
      const results = indexOf(tenant).search(query, { boost: { title: 3 } });
      return results.slice(0, limit).map(({ id }) => id as number);
    },
  };
}

/** A search without an index: the query as a part of the title or, failing that, of the text. */
export function substringSearch(database: Database): Contender {
  const statement = `select t.id from plain_texts t
    where t.tenant_id = $1 and (t.title ilike $2 or t.text ilike $2) order by t.title ilike $2 desc, t.id limit $3`;
  return {
    name: 'substring (`ilike`), titles first',
    ...plainTexts(database),
    find(tenant, query) {
      const pattern = `%${query.trim().replace(/[\\%_]/g, String.raw`\$&`)}%`;
      return idsOf(database, statement, [tenant.id, pattern, LIMIT]);
    },
  };
}

const CONFIGURATIONS: Record<string, string> = { en: 'english', sv: 'swedish', de: 'german', fr: 'french' };

function configurationOf(language: string): string {
  return CONFIGURATIONS[language] ?? 'simple';
}

/** A table of the texts that our index is built from. */
function plainTexts(database: Database): Pick<Contender, 'put'> {
  return {
    async put({ id, language }, documents) {
      const rows = documents.map(({ id: document, fields: [title, ...rest] }) => ({
        id: document,
        title,
        text: rest.join('\n'),
      }));
      await database.none(`create table if not exists plain_texts (tenant_id bigint, id bigint, title text, text text,
        configuration regconfig, words tsvector, primary key (tenant_id, id))`);
      await database.none(
        `insert into plain_texts
         select $1, d.id, d.title, d.text, $3::regconfig,
           setweight(to_tsvector($3::regconfig, d.title), 'A') || to_tsvector($3::regconfig, d.text)
         from json_to_recordset($2) as d (id bigint, title text, text text) on conflict do nothing`,
        [id, JSON.stringify(rows), configurationOf(language)],
      );
    },
  };
}

async function idsOf(database: Database, statement: string, values: unknown[]): Promise<number[]> {
  return (await database.any<{ id: number }>(statement, values)).map(({ id }) => id);
}
