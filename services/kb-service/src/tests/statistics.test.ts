import { planOf } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeManyGuides } from '../testing/many-guides.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HOST = 'help.example.com';
const API = `/knowledge/v1/${HOST}`;
const SITE = `/site/${HOST}`;

/** `:guide`, `:category` and `:tag` are IDs. */
const PATHS = [
  `${API}`,
  `${API}?include=categories,tags`,
  `${API}/guides`,
  `${API}/guides?page[number]=50&sort=title`,
  `${API}/guides?filter[category]=c-5`,
  `${API}/guides?filter[tag]=t-5&sort=-slug`,
  `${API}/guides?include=categories,tags`,
  `${API}/guides?include=categories.guides&page[size]=2`,
  `${API}/guides?q=word7`,
  `${API}/guides?q=word7&sort=title`,
  `${API}/guides/:guide?include=categories,tags`,
  `${API}/guides/:guide/categories`,
  `${API}/guides/:guide/tags`,
  `${API}/categories?include=guides`,
  `${API}/categories/:category/guides`,
  `${API}/tags?include=guides`,
  `${API}/tags/:tag/guides`,
  `${SITE}`,
  `${SITE}/guides?page=5`,
  `${SITE}/guides/g-77`,
  `${SITE}/categories/c-5`,
  `${SITE}/tags/t-5`,
  `${SITE}/search?q=word7`,
  `${SITE}/search?q=nothing`,
  `${SITE}/sitemap.xml`,
];

let service: TestService;
let ids: Record<string, number>;

beforeAll(async () => {
  service = await startTestService([], { RATE_LIMITS: 'off' });
  const { database } = service;
  await writeManyGuides(database, 'other.example.com', 2_000);
  await database.none('analyze');
  const id = await writeManyGuides(database, HOST, 2_000);
  ids = await database.one(
    `select max(g.id) as guide,
       (select max(c.id) from categories c where c.knowledge_base_id = $1 and c.slug = 'c-5') as category,
       (select max(t.id) from tags t where t.knowledge_base_id = $1) as tag
     from guides g where g.knowledge_base_id = $1`,
    [id],
  );
  await service.indexed();
}, 120_000);

afterAll(() => service.stop());

async function statementsOf(path: string) {
  service.takeStatements();
  const address = path.replace(/:(\w+)(?=[/?]|$)/g, (_, name) => String(ids[name]));
  const accept = path.startsWith(API) ? 'application/vnd.api+json' : 'text/html';
  const { status } = await service.request.get(address).set('Accept', accept);
  expect([path, status]).toEqual([path, 200]);
  return service.takeBoundStatements();
}

/** The number of rows that the statements read. */
async function workOf(statements: Awaited<ReturnType<typeof statementsOf>>): Promise<number> {
  let sum = 0;
  for (const statement of statements) sum += (await planOf(service.database, statement)).work;
  return sum;
}

describe('a knowledge base that is missing from planner statistics', () => {
  it('is read with as little work as others', async () => {
    const requests = [];
    for (const path of PATHS) requests.push({ path, statements: await statementsOf(path) });
    const unknown = [];
    for (const { statements } of requests) unknown.push(await workOf(statements));
    await service.database.none('analyze');
    const slow = [];
    for (const [index, { path, statements }] of requests.entries()) {
      const known = await workOf(statements);
      if ((unknown[index] ?? 0) > 3 * known + 5_000) slow.push({ path, known, unknown: unknown[index] });
    }
    expect(slow).toEqual([]);
  }, 60_000);
});

it('the first guides of a category are found without reading the others, however many there are', async () => {
  const { database } = service;
  await database.none('vacuum analyze');
  // The planner believes it.
  await database.none(
    `update pg_class set reltuples = reltuples * 10 where relname in ('guides', 'guide_categories')`,
  );
  expect(await workOf(await statementsOf(`${API}/guides?filter[category]=c-5&page[size]=5`))).toBeLessThan(
    300,
  );
});

it('there are no statistics about the tenant columns', async () => {
  const kept = await service.database.any(
    `select c.relname as table
     from pg_attribute a
     join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
     where a.attname = 'knowledge_base_id' and a.attstattarget is distinct from 0`,
  );
  expect(kept).toEqual([]);
});
