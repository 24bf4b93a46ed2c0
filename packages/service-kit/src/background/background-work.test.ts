import { describe, expect, it } from '@jest/globals';
import { createBackgroundWork, joinWorkers } from './background-work.ts';

function parts(count: number) {
  const { promise: done, resolve } = Promise.withResolvers<void>();
  let left = count;
  const work = async () => {
    left -= 1;
    if (left === 0) resolve();
    return left > 0;
  };
  return { work, done, left: () => left };
}

const SILENT = { pause: 1, onFailure: () => {}, onRecovery: () => {} };

describe('work in the background', () => {
  it('runs from the start until nothing is left', async () => {
    const { work, done, left } = parts(5);
    const worker = createBackgroundWork({ ...SILENT, work, pause: 2 ** 31 - 1 });
    worker.start();
    await done;
    await worker.stop();
    expect(left()).toBe(0);
  });

  it('checks again after a pause', async () => {
    const { promise: again, resolve } = Promise.withResolvers<void>();
    let looks = 0;
    const worker = createBackgroundWork({
      ...SILENT,
      work: async () => {
        looks += 1;
        if (looks === 3) resolve();
        return false;
      },
    });
    worker.start();
    await again;
    await worker.stop();
    expect(looks).toBeGreaterThanOrEqual(3);
  });

  it('of several kinds starts and stops together', async () => {
    const all = [parts(1), parts(3)];
    const worker = joinWorkers(
      all.map(({ work }) => createBackgroundWork({ ...SILENT, work, pause: 2 ** 31 - 1 })),
    );
    worker.start();
    await Promise.all(all.map(({ done }) => done));
    await worker.stop();
    expect(all.map(({ left }) => left())).toEqual([0, 0]);
  });
});
