import { type ReadPage, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HONEYPOT } from '../../posts/submission.ts';
import { setProperties } from '../../tenants/administration.ts';
import { addMetadataField } from '../../tenants/metadata-fields.ts';
import { writeForum } from '../../testing/content.ts';
import { type PostingService, startPostingService } from '../../testing/posting-service.ts';
import { DIALOG } from '../../testing/posts.ts';

let service: PostingService;

beforeAll(async () => {
  service = await startPostingService();
  await addMetadataField(service.database, 'help', { name: 'order_number', type: 'integer', maximum: 9 });
  await addMetadataField(service.database, 'help', { name: 'model', type: 'text', maximum: 9 });
  await setProperties(service.database, 'help', {
    default_topic: 'P',
    popup_header: 'What is on your mind?',
    thankyou_message: 'We answer on weekdays.',
  });
  await service.settled('help');
});

afterAll(() => service.stop());

const read = async (path: string): Promise<ReadPage> =>
  readPage((await service.get(`/forum/help${path}`).expect(200)).text);

const fieldsOf = (page: ReadPage) => [
  ...new Set(
    [...page.all('input'), ...page.all('textarea')]
      .map(({ attribs }) => attribs.name)
      .filter((name) => name !== undefined && name !== 'q'),
  ),
];

describe('the form for a new dialog', () => {
  it.each(['', '/ask'])('posts the required fields to the API, from %s', async (path) => {
    const page = await read(path);
    const form = page.all('form').find(({ attribs }) => attribs.method === 'post');
    expect(form?.attribs.action).toBe('/api/help');
    expect(fieldsOf(page).toSorted()).toEqual(
      [
        'topic',
        'title',
        'order_number',
        'model',
        'text',
        'name',
        'useremail',
        'markdown',
        HONEYPOT,
      ].toSorted(),
    );
    expect(page.headings).toContain(`${path === '' ? 'h2' : 'h1'} What is on your mind?`);
  });

  it('offers the topics of the forum, with its default selected', async () => {
    const topics = (await read('/ask')).all('input').filter(({ attribs }) => attribs.name === 'topic');
    expect(topics.map(({ attribs }) => [attribs.value, 'checked' in attribs])).toEqual([
      ['Q', false],
      ['P', true],
    ]);
  });

  it('labels each field, the optional ones and those not shown', async () => {
    const page = await read('/ask');
    expect(page.texts('label').slice(1, -2)).toEqual([
      'Question',
      'Problem',
      'Title',
      'Text',
      'Model (optional)',
      'Order number (optional)',
      'Name',
      'E-mail address',
    ]);
    const described = page.all('input').filter(({ attribs }) => attribs['aria-describedby']);
    expect(described.map(({ attribs }) => attribs.name)).toEqual(['model', 'order_number', 'useremail']);
    for (const { attribs } of described) expect(page.ids).toContain(attribs['aria-describedby']);
  });

  it('marks the language of its heading if it differs from the page', async () => {
    const languages = async (path: string) => {
      const page = readPage((await service.get(path).expect(200)).text);
      return [...page.all('h1'), ...page.all('h2', 'section-title')].map(({ attribs }) => attribs.lang);
    };
    await writeForum(service.database, { slug: 'kerdes', language: 'hu' });
    expect(await languages('/forum/kerdes/ask')).toEqual(['en']);
    expect(await languages('/forum/kerdes')).toEqual([undefined, 'en']);
    await setProperties(service.database, 'kerdes', { popup_header: 'Kérdezzen!' });
    await service.settled('kerdes');
    expect(await languages('/forum/kerdes/ask')).toEqual([undefined]);
  });

  it.each([
    ['pt-BR', 'ltr', 'Perguntas'],
    ['ar', 'rtl', 'Questions'],
    ['he-IL', 'rtl', 'Questions'],
    ['az-Arab', 'rtl', 'Questions'],
    ['zh-Hant', 'ltr', 'Questions'],
  ])('is in the language of the forum and in its direction: %s', async (language, dir, word) => {
    await setProperties(service.database, 'help', { language });
    await service.settled('help');
    const { text } = await service.get('/forum/help').expect(200);
    expect(text).toContain(`<html lang="${language}" dir="${dir}"`);
    expect(text).toContain(word);
    expect((await service.get('/forum/help/feed.atom').expect(200)).text).toContain(`xml:lang="${language}"`);
    expect((await service.get('/api/properties/help.json').expect(200)).body).toMatchObject([{ language }]);
    await setProperties(service.database, 'help', { language: 'en' });
    await service.settled('help');
  });

  it('may post to the public address, wherever it was opened', async () => {
    const { headers } = await service.get('/forum/help/ask');
    expect(headers['content-security-policy']).toContain("form-action 'self' https://forum.example;");
  });

  it('redirects to the page of the dialog', async () => {
    const { headers } = await service.sendForm('/api/help', service.newDialog()).expect(303);
    const path = new URL(String(headers.location)).pathname;
    await service.get(path).expect(200);
  });

  it('is shown again as a page of the forum on errors, with focus on the first one', async () => {
    const { status, text } = await service.sendForm('/api/help', { ...DIALOG, title: '', useremail: 'anna' });
    const page = readPage(text);
    expect([status, page.title, page.texts('h1')]).toEqual([400, 'Not sent yet · help', ['Not sent yet']]);
    const wrong = page.all('input').filter(({ attribs }) => attribs['aria-invalid'] === 'true');
    expect(wrong.map(({ attribs }) => [attribs.name, 'autofocus' in attribs])).toEqual([
      ['title', true],
      ['useremail', false],
    ]);
    expect(page.texts('p', 'messages')).toEqual([
      'Please fill in this field.',
      'Please enter an e-mail address such as name@example.com.',
    ]);
  });

  it('focuses one element if no topic was chosen', async () => {
    const page = readPage((await service.sendForm('/api/help', { ...DIALOG, topic: '' })).text);
    const focused = page.all('input').filter(({ attribs }) => 'autofocus' in attribs);
    expect(focused.map(({ attribs }) => [attribs.name, attribs.value])).toEqual([['topic', 'Q']]);
  });
});

describe('the page of thanks', () => {
  it('says that the post is held for review, also in other languages', async () => {
    const { id } = await service.database.one("select id from forums where slug = 'help'");
    const page = await read(`/posted?posted=held.${await service.context.receipts.issue(`held ${id} 0`)}`);
    expect([page.texts('h1'), page.meta('robots')]).toEqual([['Thank you!'], 'noindex']);
    expect(page.texts('p').slice(0, 2)).toEqual([
      'Your post will be shown once it has been reviewed.',
      'Back to the forum',
    ]);
  });
});
