import { describe, expect, it } from '@jest/globals';
import ShuffledOrder from './shuffled-order.ts';

const NAMES = Array.from({ length: 20 }, (_, index) => `packages/http/src/${index}.test.ts`);

function orderOf(seed: number, { rootDir = '/home/anna', names = NAMES } = {}): string[] {
  const files = names.map((name) => ({ path: `${rootDir}/${name}` }));
  const order = new ShuffledOrder({ globalConfig: { seed, rootDir } });
  return order.sort(files).map(({ path }) => path.slice(rootDir.length + 1));
}

describe('the order of test files', () => {
  it('differs by seed, with the same files', () => {
    expect(orderOf(1)).not.toEqual(orderOf(2));
    expect(orderOf(1).toSorted()).toEqual(NAMES.toSorted());
  });

  it('is the same for the same seed, independent of the checkout’s path and Jest’s order', () => {
    expect(orderOf(1, { rootDir: '/srv', names: NAMES.toReversed() })).toEqual(orderOf(1));
  });

  it('stays the same for a subset of the files', () => {
    const some = NAMES.slice(5, 10);
    expect(orderOf(1, { names: some })).toEqual(orderOf(1).filter((name) => some.includes(name)));
  });
});
