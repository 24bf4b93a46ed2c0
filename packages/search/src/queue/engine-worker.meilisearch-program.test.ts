import { type OwnMeilisearch, startOwnMeilisearch, until } from '@guidepost/local-servers/testing';
import type { Worker } from '@guidepost/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FedEngine, openFedEngine } from '../testing/fed-engine.ts';
import { createEngineWorker } from './feed-engine.ts';

let server: OwnMeilisearch;
let fed: FedEngine;
let worker: Worker;

beforeAll(async () => {
  server = await startOwnMeilisearch();
  fed = await openFedEngine(server);
  worker = createEngineWorker({
    ...fed.engineFeed(),
    pause: 5,
    checkInterval: 50,
    onFailure: () => fed.heard.push('failure'),
    onRecovery: () => fed.heard.push('recovery'),
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  await fed.close();
  await server.remove();
});

const untilHeard = (word: string) => until(`the worker says ${word}`, () => fed.heard.includes(word));

const write = async (id: number, title: string) => {
  await fed.write(id, title);
  await fed.handOver();
};

describe('an engine fed in the background', () => {
  it('finds what was written during an outage as soon as it is back', async () => {
    await untilHeard('ready');
    await server.kill();
    await write(1, 'Roses');
    await untilHeard('failure');
    await write(2, 'Violets');
    await server.start();
    await untilHeard('recovery');
    await until('violets are found', async () => (await fed.find('violets')).length > 0);
    expect(await fed.find('roses')).toEqual([1]);
    expect(fed.heard).toEqual(['ready', 'failure', 'recovery']);
  });

  it('is rebuilt after losing its disk, even without new changes', async () => {
    fed.heard.length = 0;
    await server.kill();
    await server.deleteData();
    await server.start();
    await untilHeard('ready');
    expect(await fed.find('roses')).toEqual([1]);
    expect(await fed.find('violets')).toEqual([2]);
    expect(fed.heard.filter((word) => word === 'refill')).toHaveLength(1);
  });
});
