import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import { slowestFiles } from './slowest-files.ts';

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: join(ROOT, `infra/${index + 1}.test.ts`),
    startTime: 1_000,
    endTime: 2_000 + index * 1_000,
  }));

describe('the slowest test files', () => {
  it('lists ten, slowest first, with their seconds', () => {
    const lines = slowestFiles(files(12));
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 2)).toEqual(['The 10 slowest of 12 test files:', '  12.0 s  infra/12.test.ts']);
    expect(lines.at(-1)).toBe('   3.0 s  infra/3.test.ts');
  });

  it('lists nothing for up to ten files', () => {
    expect(slowestFiles(files(10))).toEqual([]);
  });
});
