import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const forumId = await writeForum(service.database, { slug: 'help' });
  await writeDialogs(service.database, forumId, [
    { id: 1, topic: 'Q', pub_date: '2026-01-03T10:00:00Z' },
    { id: 2, topic: 'P', pub_date: '2026-01-01T10:00:00Z', title: 'Is 1 <b or not?' },
    { id: 3, topic: 'S', pub_date: '2026-01-02T10:00:00Z' },
    { id: 4, topic: 'B', archived: true },
  ]);
});

afterAll(() => service.stop());

const idsOf = (body: unknown) => (body as { id: number }[]).map(({ id }) => id);

describe('GET /api/:slug.json', () => {
  it('lists the visible dialogs, the newest first', async () => {
    const answer = await service.get('/api/help.json').expect(200);
    expect(idsOf(answer.body)).toEqual([1, 3, 2]);
    expect(answer.headers['x-totalresults']).toBe('3');
  });

  it('lists those of some topics', async () => {
    const answer = await service.get('/api/help/problems,q.json').expect(200);
    expect(idsOf(answer.body)).toEqual([1, 2]);
    expect(answer.headers['x-totalresults']).toBe('2');
  });

  it('is written in XML for .xml', async () => {
    const answer = await service.get('/api/help.xml?limit=1').expect(200);
    expect(answer.text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><response><resource><id>1<\/id>/);
  });

  it('says everything of a dialog', async () => {
    const answer = await service.get('/api/help/p.json').expect(200);
    expect(answer.body).toEqual([
      {
        id: 2,
        uri: 'https://forum.example/api/dialog/help/2.json',
        comments_uri: 'https://forum.example/api/comment/help/2.json',
        absolute_url: 'https://forum.example/forum/help/2',
        topic: 'P',
        title: 'Is 1 < b or not?',
        text: '<p>Text 2</p>',
        pub_date: '2026-01-01T10:00:00Z',
        last_activity: '2026-01-01T10:00:00Z',
        num_comments: 0,
        num_votes: 0,
        popularity: expect.any(Number),
        state: null,
        user: {
          id: 2,
          first_name: 'Anna',
          work_title: null,
          gravatar_image: 'https://forum.example/api/avatar/help/2/A.svg',
        },
      },
    ]);
  });
});
