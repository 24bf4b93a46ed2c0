import { setTimeout } from 'node:timers/promises';
import type { Worker } from '@guidepost/service-kit';
import { type OwnMeilisearch, startOwnMeilisearch } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FedEngine, openFedEngine } from '../testing/fed-engine.ts';
import { createEngineWorker } from './engine-worker.ts';

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

/** Until the worker has said something, or found what it was to find. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(10);
}

const write = async (id: number, title: string) => {
  await fed.write(id, title);
  await fed.handOver();
};
const isFound = (query: string) => async () => (await fed.find(query)).length > 0;

describe('an engine that is fed in the background', () => {
  it('finds what was written while it was away, as soon as it is back', async () => {
    await until(() => fed.heard.includes('ready'));
    await server.kill();
    await write(1, 'Roses');
    await until(() => fed.heard.includes('failure'));
    await write(2, 'Violets');
    await server.start();
    await until(() => fed.heard.includes('recovery'));
    await until(isFound('violets'));
    expect(await fed.find('roses')).toEqual([1]);
    expect(fed.heard).toEqual(['ready', 'failure', 'recovery']);
  });

  it('is filled anew when it has lost its disk, though nothing is written meanwhile', async () => {
    fed.heard.length = 0;
    await server.kill();
    await server.deleteData();
    await server.start();
    await until(() => fed.heard.includes('ready'));
    expect(await fed.find('roses')).toEqual([1]);
    expect(await fed.find('violets')).toEqual([2]);
    expect(fed.heard.filter((word) => word === 'refill')).toHaveLength(1);
  });
});
