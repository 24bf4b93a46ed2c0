import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { COMMENT, countEverything, REPORT } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let commentId: string;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [{ id: 1_000_001 }, { id: 1_000_002, archived: true }]);
  const { headers } = await service.request.post('/api/comment/help/1000001').send(COMMENT);
  commentId = /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
});

afterAll(() => service.stop());

const post = (path: string, body: object = REPORT) => service.request.post(path).send(body);

const reports = () =>
  service.database.any(
    'select dialog_id, comment_id, author_name, reason, resolved_at from reports order by id',
  );

describe('reports', () => {
  it('are stored, and change nothing visible', async () => {
    const { revision } = await countEverything(service.database);
    for (const path of ['/api/report-dialog/help/1000001', `/api/report-comment/help/${commentId}`]) {
      const answer = await post(path);
      expect([answer.status, answer.text, answer.headers.location]).toEqual([201, 'Created', undefined]);
    }
    const common = { author_name: 'Bo Ek', reason: 'It is an advertisement.', resolved_at: null };
    expect(await reports()).toEqual([
      { dialog_id: 1_000_001, comment_id: null, ...common },
      { dialog_id: 1_000_001, comment_id: Number(commentId), ...common },
    ]);
    expect(await countEverything(service.database)).toMatchObject({ revision });
  });

  it('are stored once for each address and post, and all succeed', async () => {
    const path = '/api/report-dialog/help/1000002';
    await post(path).expect(201);
    const before = await countEverything(service.database);
    await post(path).expect(201);
    await post(path, {
      ...REPORT,
      name: 'Robert',
      useremail: 'BO@example.com',
      report_reason: 'Still.',
    }).expect(201);
    expect(await countEverything(service.database)).toEqual(before);
    await post(path, { ...REPORT, useremail: 'c@example.com' }).expect(201);
    expect((await countEverything(service.database)).reports).toBe(before.reports + 1);
  });

  it('may have several lines', async () => {
    await post('/api/report-dialog/help/1000001', {
      ...REPORT,
      useremail: 'd@example.com',
      report_reason: 'a\r\nb',
    });
    expect((await reports()).at(-1)).toMatchObject({ reason: 'a\nb' });
  });
});
