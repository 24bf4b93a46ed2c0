import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const DIALOG = {
  name: 'Anna Berg',
  useremail: 'Anna@example.com',
  topic: 'question',
  title: 'How do I start?',
  text: 'I have read\nthe manual.',
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'off' });
  await writeForum(service.database, { slug: 'help' });
});

afterAll(() => service.stop());

describe('POST /api/:slug', () => {
  it('creates a dialog, which is at the address that it answers with', async () => {
    const answer = await service.request.post('/api/help').send(DIALOG);
    expect([answer.status, answer.text]).toEqual([201, 'Created']);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    const address = new URL(String(answer.headers.location));
    expect(address.origin).toBe('https://forum.example');
    const { body } = await service.get(address.pathname).expect(200);
    expect(body).toMatchObject({
      topic: 'Q',
      title: 'How do I start?',
      text: '<p>I have read<br>the manual.</p>',
      num_comments: 0,
      user: { first_name: 'Anna Berg', work_title: null },
    });
  });
});
