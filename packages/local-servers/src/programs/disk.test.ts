import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { roomyFolder } from './disk.ts';

const ROOT = '/';

describe('the folder for databases that tests create', () => {
  it('is in memory if there is room', async () => {
    expect(await roomyFolder(ROOT, 1)).toBe(ROOT);
  });

  it.each([
    ['has too little room', ROOT, Number.MAX_VALUE],
    ['does not exist', '/nowhere/at-all', 1],
  ])('is the one for temporary files if the one in memory %s', async (_, memory, neededBytes) => {
    expect(await roomyFolder(memory, neededBytes)).toBe(tmpdir());
  });
});
