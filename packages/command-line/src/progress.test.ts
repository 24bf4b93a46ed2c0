import { describe, expect, it } from '@jest/globals';
import { createProgress } from './progress.ts';

function draw(isTTY: boolean, total: number): string[] {
  const drawn: string[] = [];
  const write = (text: string) => drawn.push(text) > 0;
  const progress = createProgress({ isTTY, write }, total, 'guides');
  for (let done = 0; done < total; done += 1) progress.advance();
  progress.clear();
  return drawn;
}

describe('createProgress', () => {
  it('draws a bar on a terminal, and takes it away', () => {
    expect(draw(true, 2)).toEqual([
      '\r[###############...............] 1/2 guides',
      '\r[##############################] 2/2 guides',
      '\r\u001b[K',
    ]);
  });

  it('draws no more often than can be seen', () => {
    expect(draw(true, 100_000)).toHaveLength(102);
  });

  it.each([
    ['a file', false, 2],
    ['nothing to do', true, 0],
  ])('draws nothing for %s', (_, isTTY, total) => {
    expect(draw(isTTY, total)).toEqual([]);
  });
});
