import { describe, expect, it } from '@jest/globals';
import type { WriteCall } from '../reading/endpoint.ts';
import { createUploadPermits } from './upload-permits.ts';

describe('large requests', () => {
  const callOf = (id: number, headers: object) =>
    ({ knowledgeBase: { id }, request: { headers } }) as unknown as WriteCall;

  it.each([{ 'content-length': '100001' }, { 'transfer-encoding': 'chunked' }])(
    'with %j: two of one knowledge base and eight of all are read at once',
    async (headers) => {
      const withPermit = createUploadPermits();
      const begun: number[] = [];
      const finish: (() => void)[] = [];
      const works = [1, 1, 1, 2, 2, 3, 3, 4, 4, 5].map((id) =>
        withPermit(callOf(id, headers), async () => {
          const { promise, resolve } = Promise.withResolvers<void>();
          begun.push(id);
          finish.push(resolve);
          await promise;
        }),
      );
      // A small one waits for none of them.
      await withPermit(callOf(1, { 'content-length': '100000' }), () => new Promise(setImmediate));
      expect(begun).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
      finish.shift()?.();
      await works[0];
      await new Promise(setImmediate);
      expect(begun).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5]);
      finish.shift()?.();
      await works[1];
      await new Promise(setImmediate);
      expect(begun).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 1]);
      for (const end of finish) end();
      await Promise.all(works);
    },
  );
});
