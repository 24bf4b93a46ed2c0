import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../access/access-keys.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, DIALOG, REPORT, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const HELP = 1_000_001;
const OTHER = 1_000_002;

let service: TestService;
let key: string;
let commentOfOther: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeDialogs(service.database, await writeForum(service.database, { slug: 'help' }), [{ id: HELP }]);
  await writeDialogs(service.database, await writeForum(service.database, { slug: 'other' }), [
    { id: OTHER },
  ]);
  ({ key } = await issueAccessKey(service.database, 'help', 'test'));
  const { headers } = await service.request.post(`/api/comment/other/${OTHER}`).send(COMMENT);
  commentOfOther = /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
});

afterAll(() => service.stop());

const POSTS = [
  ['comment', COMMENT],
  ['vote', VOTE],
  ['report-dialog', REPORT],
  ['report-comment', REPORT],
] as const;

describe.each(POSTS)('S23 POST /api/%s/:slug/:id', (kind, body) => {
  it.each([
    ['of another forum', () => (kind === 'report-comment' ? commentOfOther : OTHER)],
    ['that does not exist', () => 999_999_999],
    ['beyond 2⁵³', () => '9007199254740992'],
    ['with a hundred digits', () => '1'.repeat(100)],
    ['that is 0', () => 0],
    ['that is negative', () => -1],
    ['with an ending', () => `${HELP}.json`],
    ['that is a word', () => 'one'],
    ['in hexadecimal', () => '0xf4241'],
    ['with U+0000 (S28)', () => `${HELP}%00`],
    ['that is malformed (S28)', () => '%E5'],
  ])('is a 404 for an id %s, also with a key, and nothing is stored', async (_title, id) => {
    const before = await countEverything(service.database);
    for (const query of ['', `?key=${key}`]) {
      const answer = await service.request.post(`/api/${kind}/help/${id()}${query}`).send(body);
      expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
    }
    expect(await countEverything(service.database)).toEqual(before);
  });

  it('is a 404 for deleted dialogs and comments', async () => {
    const id = 2_000_000 + POSTS.findIndex(([name]) => name === kind);
    const { id: forumId } = await service.database.one("select id from forums where slug = 'help'");
    await writeDialogs(service.database, forumId, [{ id }]);
    await service.database.none('delete from dialogs where id = $1', [id]);
    expect((await service.request.post(`/api/${kind}/help/${id}`).send(body)).status).toBe(404);
  });
});

describe('a dialog deleted during a post', () => {
  /** Posts during a deletion, which finishes when the post waits for it. */
  async function postDuring(deletion: string, path: string, body: object) {
    const post = async () => service.request.post(path).send(body);
    const { sent } = await service.database.tx(async (transaction) => {
      await transaction.none(deletion);
      const sent = post();
      await untilBlocked(service.database);
      return { sent };
    });
    return sent;
  }

  it.each([
    ['comment', COMMENT],
    ['vote', VOTE],
  ] as const)('is lost with the %s: 404, and nothing is stored', async (kind, body) => {
    const id = 3_000_000 + kind.length;
    const { id: forumId } = await service.database.one("select id from forums where slug = 'help'");
    await writeDialogs(service.database, forumId, [{ id }]);
    const before = await countEverything(service.database);
    const answer = await postDuring(`delete from dialogs where id = ${id}`, `/api/${kind}/help/${id}`, body);
    expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
    expect(await countEverything(service.database)).toEqual({ ...before, dialogs: before.dialogs - 1 });
  });

  it('is lost with its forum', async () => {
    const before = await countEverything(service.database);
    await writeForum(service.database, { slug: 'going' });
    const answer = await postDuring("delete from forums where slug = 'going'", '/api/going', DIALOG);
    expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
    expect(await countEverything(service.database)).toEqual(before);
  });
});
