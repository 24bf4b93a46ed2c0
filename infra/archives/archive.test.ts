import { startProgram } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { archiveLines } from './archive.ts';

const SIZE = { dialogs: 300, comments: 1_500, seed: 7 };

interface GeneratedDialog {
  title: string;
  text: string;
  pub_date: string;
  comments: { pub_date: string }[];
}

describe('a generated archive', () => {
  const lines = [...archiveLines(SIZE)];
  const dialogs: GeneratedDialog[] = lines.map((line) => JSON.parse(line));

  it('is the same for the same seed, and different for another', () => {
    expect([...archiveLines(SIZE)]).toEqual(lines);
    expect([...archiveLines({ ...SIZE, seed: 8 })]).not.toEqual(lines);
  });

  it('has the requested numbers of dialogs and comments', () => {
    expect(dialogs).toHaveLength(SIZE.dialogs);
    expect(dialogs.flatMap(({ comments }) => comments)).toHaveLength(SIZE.comments);
  });

  it('has few dialogs with many comments, and many with few', () => {
    const counts = dialogs.map(({ comments }) => comments.length).toSorted((a, b) => b - a);
    const most = counts.slice(0, SIZE.dialogs / 10).reduce((sum, count) => sum + count, 0);
    expect(most).toBeGreaterThan(SIZE.comments / 3);
    expect(counts[SIZE.dialogs / 2]).toBeLessThan(SIZE.comments / SIZE.dialogs);
  });

  it('has the word frequencies of a natural language', () => {
    const words = dialogs.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []);
    const counts = [...Map.groupBy(words, (word) => word).values()].map(({ length }) => length);
    const ranked = counts.toSorted((a, b) => b - a);
    expect(ranked[0]).toBeGreaterThan(10 * (ranked[50] ?? 0));
    expect(ranked.filter((count) => count === 1).length).toBeGreaterThan(ranked.length / 3);
  });

  it('spans years, and no comment is older than its dialog', () => {
    const times = dialogs.map(({ pub_date }) => Date.parse(pub_date));
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(5 * 365 * 86_400_000);
    for (const { pub_date, comments } of dialogs)
      expect(comments.every((comment) => comment.pub_date > pub_date)).toBe(true);
  });
});

describe('npm run forum:generate', () => {
  const generate = (...words: string[]) =>
    startProgram(new URL('./generate.ts', import.meta.url), words, {}).ended;

  it.each([
    ['no file', []],
    ['two files', ['a', 'b']],
    ['an invalid number', ['a', '--dialogs', 'x']],
    ['a negative number', ['a', '--comments=-1']],
    ['an unknown option', ['a', '--size', '1']],
  ])('prints its usage when it gets %s', async (_, words) => {
    expect(await generate(...words)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: .*\n\nUsage: /),
    });
  });

  it('reports in one line that it cannot write', async () => {
    expect(await generate('/nowhere/x')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^ENOENT.*\n$/),
    });
  });
});
