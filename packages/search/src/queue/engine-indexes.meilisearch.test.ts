import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { meilisearchForTests, until } from '@guidepost/local-servers/testing';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createMeilisearch } from '../meilisearch/meilisearch-engine.ts';
import { ENGLISH } from '../testing/contract-documents.ts';
import { engineWords, type FedEngine, openFedEngine } from '../testing/fed-engine.ts';
import { requireIndex } from './engine-indexes.ts';
import { createEngineWorker } from './feed-engine.ts';
import { createServiceSearchWorker } from './search-worker.ts';

let fed: FedEngine;

beforeAll(async () => {
  fed = await openFedEngine(meilisearchForTests());
});
afterEach(() => fed.clear());
afterAll(() => fed.close());

const otherVersion = () => ({ ...fed.engineFeed(), engine: { ...fed.engine, settings: 'other' } });
const leave = (age: string) =>
  fed.database.none(`update search_indexes set last_used = now() - $1::interval`, [age]);
const settings = async () =>
  (await fed.database.any('select settings from search_indexes order by id')).map((row) => row.settings);

async function work(): Promise<void> {
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const worker = createEngineWorker({
    ...fed.engineFeed(),
    onReady: () => resolve(),
    onFailure: (error) => fed.heard.push(String(error)),
    onRecovery: () => {},
  });
  worker.start();
  await ready;
  await worker.stop();
}

it('a hanging engine does not delay the end of the worker', async () => {
  const hung = createServer().listen(0, '127.0.0.1');
  const asked = once(hung, 'connection');
  await once(hung, 'listening');
  const url = `http://127.0.0.1:${(hung.address() as AddressInfo).port}`;
  const worker = createEngineWorker({
    ...fed.engineFeed(),
    engine: createMeilisearch({ url }),
    stopTimeout: 1,
    onFailure: (error) => fed.heard.push(String(error)),
    onRecovery: () => {},
  });
  worker.start();
  const [socket] = await asked;
  await worker.stop();
  socket.destroy();
  hung.close();
  expect(fed.heard).toEqual(['AbortError: This operation was aborted']);
});

describe('the indexes of an engine', () => {
  it('are one per version of the settings, with unique names', async () => {
    const ours = await requireIndex(fed.engineFeed());
    const theirs = await requireIndex(otherVersion());
    expect(ours.name).toMatch(/^guidepost-test-[0-9a-f]+-[0-9a-f]{12}$/);
    expect(theirs.name).toMatch(/^guidepost-test-other-[0-9a-f]{12}$/);
  });

  it('receive the same changes', async () => {
    await requireIndex(fed.engineFeed());
    await requireIndex(otherVersion());
    await fed.write(1, 'Roses');
    await fed.handOver();
    expect(await fed.waiting()).toEqual([1, 1]);
  });

  it('are created once by concurrent instances', async () => {
    const indexes = await Promise.all([1, 2, 3].map(() => requireIndex(fed.engineFeed())));
    expect(new Set(indexes.map(({ name }) => name)).size).toBe(1);
  });

  it('are kept while instances of their version may come back', async () => {
    await requireIndex(otherVersion());
    await leave('23 hours');
    await work();
    expect(await settings()).toEqual(['other', fed.engine.settings]);
  });

  it('are removed with their backlog after a day without their version', async () => {
    const { name } = await requireIndex(otherVersion());
    await fed.engine.index(name).prepare();
    await fed.write(1, 'Roses');
    await requireIndex(fed.engineFeed());
    await fed.handOver();
    await leave('25 hours');
    await work();
    expect(await settings()).toEqual([fed.engine.settings]);
    expect(await fed.waiting()).toEqual([]);
    expect(fed.heard).toEqual([]);
    const request = { tenant: ENGLISH, words: engineWords('en', 'roses'), limit: 1 };
    await expect(fed.engine.index(name).candidates(request)).rejects.toThrow(`Index \`${name}\` not found`);
  });

  it('are also forgotten after a day when the service no longer has an engine', async () => {
    await requireIndex(fed.engineFeed());
    await fed.write(1, 'Roses');
    await fed.handOver();
    await leave('25 hours');
    const logger = createLogger({ service: 'test', level: 'silent' });
    const worker = createServiceSearchWorker({
      ...fed.engineFeed(),
      ...fed.indexFeed(),
      logger,
      noun: 'record',
      engine: undefined,
    });
    worker.start();
    await until('the index is forgotten', async () => (await settings()).length === 0);
    await worker.stop();
    expect(await fed.waiting()).toEqual([]);
  });
});
