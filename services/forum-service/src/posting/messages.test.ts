import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeForum } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import type { MessageName } from './complaint.ts';
import { EN } from './messages/en.ts';
import { describeComplaint } from './messages.ts';

const LANGUAGES = ['da', 'de', 'en', 'es', 'fi', 'fr', 'it', 'nb', 'nl', 'pl', 'pt', 'sv'];
const NAMES = Object.keys(EN) as MessageName[];

describe('messages', () => {
  it('are there in twelve languages', () => {
    const files = readdirSync(new URL('./messages/', import.meta.url)).map((name) => name.replace('.ts', ''));
    expect(files.toSorted()).toEqual(LANGUAGES);
  });

  it.each(LANGUAGES)('are whole sentences in %s, with their numbers', (language) => {
    for (const message of NAMES) {
      const text = describeComplaint({ message, maximum: 12_345 }, language);
      expect(text).toMatch(/^\p{Lu}.*\.$|^12.*\.$/u);
      expect(text).not.toMatch(/[{}]/);
      expect(/12.?345/.test(text)).toBe(EN[message].includes('{maximum}'));
    }
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are not English in %s', (language) => {
    for (const message of NAMES) expect(describeComplaint({ message }, language)).not.toBe(EN[message]);
  });

  it.each(LANGUAGES)('hold nothing that parameters and pages are made of, in %s', (language) => {
    for (const message of NAMES) expect(describeComplaint({ message }, language)).not.toMatch(/[&=+%<>"#]/);
  });

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
