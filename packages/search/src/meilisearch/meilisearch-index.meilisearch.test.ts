import { randomUUID } from 'node:crypto';
import { meilisearchForTests } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Meilisearch } from 'meilisearch';
import type { EngineIndex, SearchDocument, SearchEngine } from '../port.ts';
import { ENGLISH } from '../testing/contract-documents.ts';
import { createRankedEngine, engineWords, openSearchDatabase } from '../testing/fed-engine.ts';
import { describeSearchIndex } from '../testing/search-index-contract.ts';
import { createMeilisearch } from './meilisearch-engine.ts';
import { SETTINGS } from './settings.ts';

describeSearchIndex('Meilisearch', async () => {
  const { database, close } = await openSearchDatabase();
  const engine = createMeilisearch(meilisearchForTests()).index(`guidepost-test-${randomUUID()}`);
  return {
    index: createRankedEngine(database, engine),
    async close() {
      await engine.drop();
      await close();
    },
  };
});

describe('an index on Meilisearch', () => {
  let engine: SearchEngine;
  let index: EngineIndex;
  const name = `guidepost-test-${randomUUID()}`;
  const { url, key } = meilisearchForTests();
  const client = new Meilisearch({ host: url, apiKey: key });

  const document = (id: number, ...fields: string[]) => ({ id, fields, facets: {} });
  const feed = (position: number, documents: SearchDocument[], removed: number[] = []) =>
    index.feed([[{ tenant: ENGLISH, documents, removed }]], position);
  const request = (text: string) => ({ tenant: ENGLISH, words: engineWords('en', text), limit: 10 });
  const find = async (text: string, signal?: AbortSignal) =>
    (await index.candidates(request(text), signal)).ids;

  beforeAll(async () => {
    engine = createMeilisearch({ url, key });
    index = engine.index(name);
    await index.prepare();
  });
  afterAll(() => index.drop());

  it('has the requested settings, under a name per version', async () => {
    expect(await client.index(name).getSettings()).toMatchObject(SETTINGS);
    expect(engine.settings).toMatch(/^[0-9a-f]{10}$/);
  });

  it('stores the position of the last batch', async () => {
    expect(await index.position()).toBeUndefined();
    expect(await engine.index(`${name}-nowhere`).position()).toBeUndefined();
    await feed(41, [document(1, 'Roses')]);
    expect(await index.position()).toBe(41);
    await feed(42, [], [1]);
    expect(await index.position()).toBe(42);
    expect(await find('roses')).toEqual([]);
  });

  it('finds words at the end of a long document', async () => {
    await feed(43, [document(2, 'Long', '', `${'x '.repeat(100_000)} tulips`)]);
    expect(await find('tulips')).toEqual([2]);
  });

  it('rejects invalid documents and keeps the rest', async () => {
    await expect(feed(44, [document(3, 'Violets'), document(0.5, 'Half a document')])).rejects.toMatchObject({
      kind: 'invalid',
    });
    expect(await index.position()).toBe(43);
    expect(await find('violets')).toEqual([]);
  });

  it('is unavailable if missing, without blaming the documents', async () => {
    const nowhere = engine.index(`${name}-nowhere`);
    const documents = [document(1, 'Roses')];
    for (const changes of [
      { documents, removed: [] },
      { documents: [], removed: [1] },
      { documents: [], removed: [] },
    ]) {
      const failure = await nowhere
        .feed([[{ tenant: ENGLISH, ...changes }]], 1)
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: 'unavailable' });
      expect(await nowhere.position()).toBeUndefined();
    }
    await nowhere.prepare();
    await nowhere.feed([[{ tenant: ENGLISH, documents, removed: [] }]], 1);
    await nowhere.prepare();
    expect(await nowhere.position()).toBe(1);
    await nowhere.drop();
  });

  it('respects the time limit', async () => {
    await expect(find('tulips', AbortSignal.abort())).rejects.toThrow();
    await expect(index.position(AbortSignal.abort())).rejects.toThrow();
  });

  it.each([
    ['when there is none', () => engine.index(`${name}-nowhere`)],
    ['when a different server answers', () => createMeilisearch({ url: `${url}/nowhere` }).index(name)],
    ['with an invalid key', () => createMeilisearch({ url, key: 'nobodys'.repeat(3) }).index(name)],
  ])('fails %s', async (_, other) => {
    await expect(other().candidates(request('tulips'))).rejects.toThrow();
  });

  it('can be dropped repeatedly', async () => {
    const other = engine.index(`${name}-other`);
    await other.prepare();
    await other.drop();
    await expect(other.drop()).resolves.toBeUndefined();
    await expect(other.position()).resolves.toBeUndefined();
  });
});
