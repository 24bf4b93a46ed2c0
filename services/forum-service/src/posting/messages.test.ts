import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { describeComplaint } from './messages.ts';

describe('messages', () => {
  it.each(['et', 'xx'])('are in English for a language that has none: %s', (language) => {
    expect(describeComplaint({ message: 'required' }, language)).toBe('Please fill in this field.');
  });
});

describe('a forum', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ RATE_LIMITS: 'off' });
  });

  afterAll(() => service.stop());

  it.each([
    ['sv', 'Fyll i det här fältet.', 'Det här får ha högst 20\u00a0000 tecken.'],
    ['de', 'Bitte füllen Sie dieses Feld aus.', 'Hier sind höchstens 20.000 Zeichen möglich.'],
    ['et', 'Please fill in this field.', 'This can have at most 20 000 characters.'],
  ])('says in its language what is wrong: %s', async (language, required, long) => {
    await writeForum(service.database, { slug: language, language });
    const body = { name: 'A', useremail: 'a@example.com', topic: 'q', text: 't'.repeat(20_001) };
    const answer = await service.request.post(`/api/${language}`).send(body);
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(answer.body).toEqual({ title: [required], text: [long.replace('20 000', '20\u00a0000')] });
  });
});
