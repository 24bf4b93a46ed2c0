import { zstdDecompressSync } from 'node:zlib';
import type { Database, Executor } from '@guidepost/postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { createEmbeddedSearch, type EmbeddedSearch } from '../embedded/embedded-search.ts';
import { ResidentIndexes } from '../embedded/resident-indexes.ts';
import { readQuery, searchTenant } from '../embedded/search-tenant.ts';
import type { TenantIndex } from '../memory/tenant-index.ts';
import { openSearchDatabase, type SearchDatabase } from '../testing/fed-engine.ts';
import { NO_SYNONYMS } from '../testing/indexed-texts.ts';
import { randomWords, seededRandom } from '../testing/random-texts.ts';
import { TenantVectors } from '../vectors/tenant-vectors.ts';
import { readKept, writeKept } from './kept-index.ts';

const AMPLE = 2 ** 30;
const PATIENT = 30_000;

let opened: SearchDatabase;
let database: Database;
let search: EmbeddedSearch;

beforeAll(async () => {
  opened = await openSearchDatabase();
  database = opened.database;
  search = createEmbeddedSearch(database);
});
afterEach(async () => {
  await database.none('truncate search_documents, search_tenants, search_kept_indexes cascade');
});
afterAll(() => opened.close());

const tenant = (id: number) => ({ id, language: 'en' });
const write = (id: number, title: string, tenantId = 1) =>
  search.put(tenant(tenantId), [{ id, fields: [title], facets: { tag: [id] } }]);
const revisionOf = async (tenantId = 1) =>
  (await database.one('select search_revision($1) as revision', [tenantId])).revision;

async function open(tenantId = 1, onUnusable?: (error: unknown) => void) {
  const indexes = new ResidentIndexes(database, { memory: AMPLE, onUnusable });
  return indexes.at(tenantId, await revisionOf(tenantId), PATIENT);
}

/** Keeps the index that is made from the tenant's documents, in parts of about so many bytes. */
async function keep(partBytes?: number, tenantId = 1): Promise<TenantIndex> {
  const current = await open(tenantId);
  const options = partBytes === undefined ? {} : { partBytes };
  await database.tx((transaction) => writeKept(transaction, { tenantId, ...current }, options));
  return current.index;
}

const contents = async () =>
  (await database.any('select content from search_kept_parts order by tenant_id, part')).map(({ content }) =>
    Buffer.from(content, 'base64'),
  );

const WORDS = randomWords();
const random = seededRandom(7);
const pick = () => WORDS[Math.floor(random() ** 3 * WORDS.length)] ?? '';
const text = (words: number) => Array.from({ length: words }, pick).join(' ');

const documentOf = (id: number) => ({
  id,
  fields: [text(3), text(4), text(Math.floor(random() * 60))],
  facets: { tag: [id % 7], kind: [`k${id % 3}`] },
  hidden: id % 11 === 0,
});

/** The results of queries in an index, with all that they tell. */
async function answers(index: TenantIndex, queries: readonly string[]) {
  const analyzer = createAnalyzer('en');
  const found: unknown[] = [];
  for (const [place, typed] of queries.entries()) {
    const request = {
      tenant: tenant(1),
      query: analyzer.query(typed),
      ...(place % 3 === 0 && { facets: { tag: [place % 7] } }),
      hiddenToo: place % 2 === 0,
      offset: 0,
      limit: 50,
    };
    const reading = { index, vectors: new TenantVectors(), analyzer, synonyms: NO_SYNONYMS };
    found.push(await searchTenant(await readQuery(reading, request), request));
  }
  return found;
}

describe('a kept index', () => {
  it.each([300, 5_000, undefined])(
    'answers as the one that was written, in parts of %s bytes',
    async (bytes) => {
      await search.put(
        tenant(1),
        Array.from({ length: 300 }, (_, id) => documentOf(2 ** 40 + id)),
      );
      await search.put(
        tenant(1),
        Array.from({ length: 80 }, (_, id) => documentOf(2 ** 40 + 3 * id)),
      );
      await search.remove(tenant(1), [2 ** 40 + 5, 2 ** 40 + 6]);
      const written = await keep(bytes);
      const read = await readKept(database, 1);
      const queries = Array.from({ length: 150 }, () => text(1 + Math.floor(random() * 3)).slice(0, -1));
      expect(read?.revision).toBe(await revisionOf());
      expect([read?.index.size, read?.index.visible, read?.index.averageLength]).toEqual([
        written.size,
        written.visible,
        written.averageLength,
      ]);
      expect(await answers(read?.index as TenantIndex, queries)).toEqual(await answers(written, queries));
    },
  );

  it('has no word of documents that were replaced or removed', async () => {
    for (const [id, title] of ['Roses', 'Tulips', 'Violets'].entries()) await write(id, title);
    const { index } = await open();
    const indexes = new ResidentIndexes(database, { memory: AMPLE });
    await indexes.at(1, await revisionOf(), PATIENT);
    await write(1, 'Daisies');
    await search.remove(tenant(1), [2]);
    const current = await indexes.at(1, await revisionOf(), PATIENT);
    await database.tx((transaction) => writeKept(transaction, { tenantId: 1, ...current }));
    const kept = Buffer.concat((await contents()).map((content) => zstdDecompressSync(content))).toString(
      'latin1',
    );
    expect(['roses', 'tulips', 'violets', 'daisies'].filter((word) => kept.includes(word))).toEqual([
      'roses',
      'daisies',
    ]);
    expect(index.vocabulary.size).toBe(3);
    const read = await readKept(database, 1);
    expect([read?.index.vocabulary.forms, read?.index.numbers]).toEqual([['roses', 'daisies'], 2]);
  });

  it('is read, and then only what was written, changed and removed since', async () => {
    for (const [id, title] of ['Roses', 'Tulips', 'Violets'].entries()) await write(id, title);
    await keep();
    await write(1, 'Daisies');
    await write(3, 'Lilies');
    await search.remove(tenant(1), [2]);
    // Not read again from its row.
    await database.none('update search_documents set words = null where document_id = 0');
    const { index } = await open();
    const read = [0, 1, 2, 3].map((id) =>
      Array.from(index.get(id)?.terms ?? [], (term) => index.vocabulary.formOf(term)).join(),
    );
    expect(read).toEqual(['roses', 'daisies', '', 'lilies']);
  });

  it('is that of an index without documents', async () => {
    await write(1, 'Roses');
    await search.remove(tenant(1), [1]);
    await keep();
    expect((await readKept(database, 1))?.index.size).toBe(0);
  });

  it('is none for a tenant without one', async () => {
    await write(1, 'Roses');
    expect(await readKept(database, 1)).toBeUndefined();
    expect(await readKept(database, 404)).toBeUndefined();
  });

  it('is not written for a tenant whose revision is lower', async () => {
    await write(1, 'Roses');
    const { index } = await open();
    const kept = { tenantId: 1, index, revision: 2 };
    expect(await database.tx((transaction) => writeKept(transaction, kept))).toBeUndefined();
    expect(await contents()).toEqual([]);
  });
});

const FLIP = (part: number, at: string) =>
  `update search_kept_parts p
   set content = encode(set_byte(decode(content, 'base64'), ${at}, get_byte(decode(content, 'base64'), ${at}) # 1), 'base64')
   where tenant_id = 1 and part = ${part}`;
const LENGTH = `length(decode(content, 'base64'))`;

/** Damages to the kept index of tenant 1, and the reasons that are given. */
const DAMAGES: readonly (readonly [name: string, statement: string, says: string])[] = [
  ...[0, 1, 2, 3].flatMap((part) =>
    ['0', '4', '17', `${LENGTH} / 2`, `${LENGTH} - 1`].map(
      (at) => [`a changed byte ${at} of part ${part}`, FLIP(part, at), `part ${part} is damaged`] as const,
    ),
  ),
  ['no parts', 'delete from search_kept_parts', 'parts are missing'],
  ['its first part missing', 'delete from search_kept_parts where part = 0', 'parts are missing'],
  ['a part in its middle missing', 'delete from search_kept_parts where part = 2', 'parts are missing'],
  [
    'its last part missing',
    'delete from search_kept_parts p where part = (select parts - 1 from search_kept_indexes where tenant_id = 1)',
    'parts are missing',
  ],
  ['an empty part', `update search_kept_parts set content = '' where part = 1`, 'part 1 is damaged'],
  [
    'three bytes before a part',
    `update search_kept_parts set content = 'AAAA' || content where part = 1`,
    'part 1 is damaged',
  ],
  [
    'two parts in each other’s place',
    `update search_kept_parts p set content = o.content, digest = o.digest from search_kept_parts o
     where p.tenant_id = 1 and o.tenant_id = 1 and p.part in (1, 2) and o.part = 3 - p.part`,
    'part 1 is damaged',
  ],
  [
    'a part of another tenant',
    `update search_kept_parts p set content = o.content, digest = o.digest from search_kept_parts o
     where p.tenant_id = 1 and o.tenant_id = 2 and p.part = 1 and o.part = 1`,
    'part 1 is damaged',
  ],
  [
    'all parts of another tenant',
    `update search_kept_parts p set content = o.content, digest = o.digest from search_kept_parts o
     where p.tenant_id = 1 and o.tenant_id = 2 and p.part = o.part`,
    'part 0 is damaged',
  ],
  [
    'parts of an earlier revision',
    'update search_kept_indexes set revision = revision - 1 where tenant_id = 1',
    'part 0 is damaged',
  ],
  ['another format', 'update search_kept_indexes set format = 99', 'its format is 99'],
  ['another analysis', 'update search_kept_indexes set analysis = 99', 'its analysis is 99'],
  [
    'those of another database',
    'update search_kept_indexes set lineage = gen_random_uuid()',
    'it is that of another database',
  ],
  [
    'those of a tenant that came from another database',
    'update search_tenants set lineage = gen_random_uuid()',
    'it is that of another database',
  ],
  [
    'a revision from the future',
    'update search_kept_indexes set revision = 1000',
    'it is newer than the documents',
  ],
  [
    'a removed document that was forgotten',
    'update search_tenants set forgotten = revision + 1, revision = revision + 1',
    'it is too old to learn of removed documents',
  ],
  ['another number of documents', 'update search_kept_indexes set documents = 1', 'documents are missing'],
];

describe('documents are read instead of a kept index that has', () => {
  const TEXTS = Array.from({ length: 40 }, (_, id) => `Rose number${id}`);

  it.each(DAMAGES)('%s', async (_, statement, says) => {
    for (const id of [1, 2])
      await search.put(
        tenant(id),
        TEXTS.map((title, number) => ({
          id: number,
          fields: [`${title} of${id}`],
          facets: { tag: [number % 3] },
        })),
      );
    await keep(700, 1);
    await keep(700, 2);
    await database.none(statement);
    const heard: string[] = [];
    const hear = (error: unknown) => heard.push(error instanceof Error ? error.message : '');
    await expect(readKept(database, 1)).rejects.toThrow(says);
    const { index } = await open(1, hear);
    expect(await answers(index, ['rose', 'number7', 'of2'])).toMatchObject([
      { total: 14 },
      { ids: [7], total: 1 },
      { total: 0 },
    ]);
    expect(heard).toEqual([expect.stringContaining(says)]);
  });

  it('any of its parts cut at any byte', async () => {
    await write(1, 'Roses and tulips');
    await keep();
    const parts = await contents();
    expect(parts.map(({ length }) => length > 20)).toEqual([true, true, true]);
    for (const [part, content] of parts.entries()) {
      for (let length = 0; length < content.length; length += 1) {
        const cut = content.subarray(0, length).toString('base64');
        await database.none('update search_kept_parts set content = $2 where part = $1', [part, cut]);
        await expect(readKept(database, 1)).rejects.toThrow(`part ${part} is damaged`);
      }
      await database.none('update search_kept_parts set content = $2 where part = $1', [
        part,
        content.toString('base64'),
      ]);
    }
    expect((await readKept(database, 1))?.index.size).toBe(1);
  });

  it('parts that the database cannot read', async () => {
    await write(1, 'Roses');
    await keep();
    await database.none('alter table search_kept_parts rename to away');
    const heard: unknown[] = [];
    expect((await open(1, (error) => heard.push(error))).index.size).toBe(1);
    await database.none('alter table away rename to search_kept_parts');
    expect(heard).toHaveLength(1);
  });
});

describe('writing an index', () => {
  /** The transaction, of which the statement with this number fails as `fail` does. */
  const failing = (transaction: Executor, number: number, fail: () => Promise<never>): Executor => {
    let statements = 0;
    return Object.assign(Object.create(transaction) as Executor, {
      async none(...query: Parameters<Executor['none']>) {
        statements += 1;
        return statements === number ? fail() : transaction.none(...query);
      },
    });
  };

  async function prepare() {
    for (let id = 0; id < 30; id += 1) await write(id, `Rose number${id}`);
    await keep(300);
    const before = await contents();
    await write(3, 'Tulips');
    const current = await open();
    return { before, attempt: { tenantId: 1, ...current } };
  }

  it.each([1, 2, 4, 7])('leaves the former one if the process ends at part %i', async (number) => {
    const { before, attempt } = await prepare();
    const killed = database.tx(async (transaction) => {
      const { pid } = await transaction.one('select pg_backend_pid() as pid');
      const kill = async () => {
        await database.any('select pg_terminate_backend($1)', [pid]);
        return transaction.none('select') as never;
      };
      await writeKept(failing(transaction, number, kill), attempt, { partBytes: 300 });
    });
    await expect(killed).rejects.toThrow();
    expect(await contents()).toEqual(before);
    expect((await readKept(database, 1))?.index.size).toBe(30);
    expect((await open()).index.vocabulary.withForm('tulips')).toHaveLength(1);
  });

  it('leaves the former one if the service stops', async () => {
    const { before, attempt } = await prepare();
    const signal = AbortSignal.abort(new Error('stopped'));
    const stopped = database.tx((transaction) => writeKept(transaction, attempt, { signal }));
    await expect(stopped).rejects.toThrow('stopped');
    expect(await contents()).toEqual(before);
  });

  it('does not show in searches, nor what is written meanwhile in the parts', async () => {
    for (let id = 0; id < 30; id += 1) await write(id, `Rose number${id}`);
    const indexes = new ResidentIndexes(database, { memory: AMPLE });
    const current = await indexes.at(1, await revisionOf(), PATIENT);
    await database.tx(async (transaction) => {
      const meanwhile = Object.assign(Object.create(transaction) as Executor, {
        async none(...query: Parameters<Executor['none']>) {
          await write(100, 'Rose tulips');
          await search.remove(tenant(1), [4]);
          const { index } = await indexes.at(1, await revisionOf(), PATIENT);
          expect(await answers(index, ['number4', 'tulips'])).toMatchObject([{ total: 0 }, { total: 1 }]);
          return transaction.none(...query);
        },
      });
      await writeKept(meanwhile, { tenantId: 1, ...current }, { partBytes: 300 });
    });
    const kept = await readKept(database, 1);
    expect([kept?.index.size, kept?.index.get(4) === undefined, kept?.index.get(100)]).toEqual([
      30,
      false,
      undefined,
    ]);
    expect(kept?.index.vocabulary.withForm('tulips')).toEqual([]);
    const { index } = await open();
    expect([index.get(4), index.get(100)?.id]).toEqual([undefined, 100]);
  });

  it('leaves fewer parts if the index is smaller', async () => {
    for (let id = 0; id < 30; id += 1) await write(id, `Rose number${id}`);
    await keep(300);
    const many = (await contents()).length;
    await search.remove(
      tenant(1),
      Array.from({ length: 28 }, (_, id) => id),
    );
    await keep();
    expect([many > 6, (await contents()).length]).toEqual([true, 3]);
    expect((await readKept(database, 1))?.index.size).toBe(2);
  });
});
