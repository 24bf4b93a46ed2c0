import { declareParameters, parseQuery } from '@guidepost/http';
import type { Semaphore } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { STRICT_MOUNT } from '../json-api/mount.ts';
import type { Call } from './endpoint.ts';
import { type ListRequest, readList } from './read-list.ts';
import type { Reader } from './reader.ts';

/**
 * Reads a page of two guides of `bytes` each; returns the number of reads, and of reads that waited for a slot.
 */
async function readPage(bytes: number) {
  const count = { read: 0, slots: 0 };
  const withLargeBodySlot: Semaphore = (work) => {
    count.slots += 1;
    return work();
  };
  const represent: Reader['represent'] = async () => ({ body: 'document' });
  const reader = { mount: STRICT_MOUNT, withLargeBodySlot, represent } as unknown as Reader;
  const query = parseQuery('');
  const call: Call = {
    knowledgeBase: { id: 1, host: 'help.example.com' } as Call['knowledgeBase'],
    path: {},
    query,
    parameters: declareParameters([]).read(query),
  };
  const list = async ({ mostBytes }: ListRequest) => {
    count.read += 1;
    const isCut = 2 * bytes > mostBytes;
    return { total: 2, rows: isCut ? [{ id: 1 }] : [{ id: 1 }, { id: 2 }], isCut };
  };
  const { body } = await readList(reader, call, { type: 'guide', list });
  return { body, ...count };
}

describe('pages', () => {
  it('of up to 1 MB are read once', async () => {
    expect(await readPage(500_000)).toEqual({ body: 'document', read: 1, slots: 0 });
  });

  it('over 1 MB are read again when a slot is free', async () => {
    expect(await readPage(500_001)).toEqual({ body: 'document', read: 2, slots: 1 });
  });
});
