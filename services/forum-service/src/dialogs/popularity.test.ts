import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDialog, writeDialogs, writeForum } from '../testing/content.ts';
import { idsOf } from '../testing/ids-of.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

/** Attention and age in days. */
type Attention = Pick<TestDialog, 'num_votes' | 'num_comments' | 'views'> & { days: number };

const DAY = 86_400_000;
const TODAY = Date.parse('2026-06-01T12:00:00Z');

let forums = 0;

/** Whether the first dialog is more popular. The second is written last, so a tie is not decided by id. */
async function outranks(one: Attention, other: Attention): Promise<boolean> {
  forums += 1;
  const slug = `forum-${forums}`;
  const dialogs = [one, other].map(({ days, ...attention }, index) => ({
    id: 2 * forums + index,
    pub_date: new Date(TODAY - days * DAY).toISOString(),
    ...attention,
  }));
  await writeDialogs(service.database, await writeForum(service.database, { slug }), dialogs);
  const [first] = idsOf(await service.get(`/api/popular/${slug}.json`).expect(200));
  return first === 2 * forums;
}

const NEW = { days: 0 };

describe('sorted by popularity', () => {
  it.each<[string, string, Attention, Attention]>([
    ['a week-old dialog with 50 votes', 'a new one without', { days: 7, num_votes: 50 }, NEW],
    [
      'a month-old one with 5 votes',
      'a new one with 100 views',
      { days: 30, num_votes: 5 },
      { ...NEW, views: 100 },
    ],
    [
      'a three-month-old one with 50 votes',
      'a new one with 5',
      { days: 90, num_votes: 50 },
      { ...NEW, num_votes: 5 },
    ],
    ['a year-old one with 50 votes', 'a new one without a view', { days: 365, num_votes: 50 }, NEW],
    [
      'a new one with 5 votes',
      'a four-month-old one with 50',
      { ...NEW, num_votes: 5 },
      { days: 120, num_votes: 50 },
    ],
    ['ten times the votes', 'being 99 days newer', { days: 99, num_votes: 500 }, { ...NEW, num_votes: 50 }],
    ['being 101 days newer', 'ten times the votes', { ...NEW, num_votes: 50 }, { days: 101, num_votes: 500 }],
    ['twice the votes', 'being 29 days newer', { days: 29, num_votes: 100 }, { ...NEW, num_votes: 50 }],
    ['being 31 days newer', 'twice the votes', { ...NEW, num_votes: 50 }, { days: 31, num_votes: 100 }],
    ['a vote', 'a comment', { ...NEW, num_votes: 1 }, { ...NEW, num_comments: 1 }],
    ['three comments', 'a vote', { ...NEW, num_comments: 3 }, { ...NEW, num_votes: 1 }],
    ['a comment', '49 views', { ...NEW, num_comments: 1 }, { ...NEW, views: 49 }],
    ['being a second newer', 'nothing else', NEW, { days: 1 / 86_400 }],
  ])('%s ranks above %s', async (_one, _other, one, other) => {
    expect(await outranks(one, other)).toBe(true);
    expect(await outranks(other, one)).toBe(false);
  });
});
