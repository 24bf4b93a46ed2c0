import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ENGLISH } from '../testing/contract-documents.ts';
import { openServedEngine, type ServedEngine } from '../testing/served-engine.ts';

let served: ServedEngine;
/** Answers of the engine, in order. */
let answers: Promise<{ ids: number[] }>[];
/** What happens while the engine is asked already, before the database is. */
let meanwhile: () => Promise<void>;
let search: (query: string) => Promise<number[]>;

beforeAll(async () => {
  served = await openServedEngine();
});
afterAll(() => served.close());

beforeEach(async () => {
  answers = [];
  meanwhile = async () => {};
  const { engine } = served;
  const index = (name: string) => {
    const original = engine.index(name);
    return {
      ...original,
      search: (...asked: Parameters<typeof original.search>) => {
        const answer = original.search(...asked);
        answers.push(answer);
        return answer;
      },
    };
  };
  const { page } = served.searcherOf({ ...engine, index }, () => meanwhile());
  search = async (query) => (await page({ tenant: ENGLISH, query, offset: 0, limit: 10 })).ids;
  await served.write(1, 'Roses');
  await served.write(2, 'Roses and 4 violets');
  await bringIn();
  expect(await search('ros')).toEqual([1, 2]);
  answers = [];
});
afterEach(() => served.clear());

async function bringIn(): Promise<void> {
  await served.handOver();
  await served.fill();
}

describe('the engine is asked before the database has said', () => {
  it('where the index is, and what a word may become, if that is as it was before', async () => {
    meanwhile = async () => {
      expect(answers).toHaveLength(1);
      await answers[0];
    };
    expect(await search('ros')).toEqual([1, 2]);
    expect(answers).toHaveLength(1);
  });

  it('what a word may become, if it is too short to become one', async () => {
    meanwhile = async () => expect(answers).toHaveLength(1);
    expect(await search('roses 4')).toEqual([2]);
  });
});

describe('it is asked once more', () => {
  it.each<[string, () => Promise<void>, number[]]>([
    ['what has become of a document that is gone by now', () => served.write(2, undefined), [1]],
    [
      'what has become of one that has left even the backlog',
      async () => {
        await served.write(2, undefined);
        await bringIn();
      },
      [1],
    ],
    [
      'when a word may become another one',
      async () => {
        await served.write(3, 'Rosaries, rosaries');
        await bringIn();
      },
      [3, 1, 2],
    ],
  ])('%s', async (_, change, expected) => {
    meanwhile = async () => {
      await answers[0];
      await change();
    };
    expect(await search('ros')).toEqual(expected);
    expect(answers).toHaveLength(2);
    expect((await answers[0])?.ids).toEqual([1, 2]);
  });
});

it('PostgreSQL answers when the index is elsewhere by then', async () => {
  const name = await served.indexName();
  const rename = (to: string) => served.database.none('update search_indexes set name = $1', [to]);
  meanwhile = async () => void (await rename(`${name}-elsewhere`));
  expect(await search('ros')).toEqual([1, 2]);
  expect(answers).toHaveLength(2);
  await expect(answers[1]).rejects.toThrow('not found');
  await rename(name);
});

it('while something is gone, it is asked when that is known', async () => {
  await served.write(2, undefined);
  expect(await search('ros')).toEqual([1]);
  answers = [];
  meanwhile = async () => expect(answers).toHaveLength(0);
  expect(await search('ros')).toEqual([1]);
  expect(answers).toHaveLength(1);
});

it('nothing is asked for an index that could not answer a moment ago', async () => {
  await served.database.none('update search_indexes set ready = false');
  for (let times = 0; times < 2; times += 1) expect(await search('ros')).toEqual([1, 2]);
  // Once, before that was known.
  expect(answers).toHaveLength(1);
});
