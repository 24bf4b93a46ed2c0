import type { DeskClient } from '@guidepost/desk/testing';
import { HOSTILE_MARKUP, readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { personOf } from '../model/person.ts';
import { mergeDialogs } from '../moderation/merge-dialogs.ts';
import { erasePerson } from '../personal-data/erase-person.ts';
import { deleteComments } from '../posts/delete-posts.ts';
import { isMetadataName } from '../posts/metadata.ts';
import { setProperties } from '../tenants/administration.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { findDangers } from '../testing/dangers.ts';
import { signInAs } from '../testing/desk-client.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';
import { COMMENT, countEverything, DIALOG, operatorNamed } from '../testing/posts.ts';
import { rerenderTexts } from './rerender-texts.ts';

const PUBLIC_URL = 'https://forum.example';
const BASE = '/desk/forum/help';
const SOURCE = '**a**\n\n- https://a.example/b.png';
const PLAIN = renderedWith('**a**', '- ');
const MARKDOWN = '<p><strong>a</strong></p><ul><li>IMAGE</li></ul>'.replace(
  'IMAGE',
  imageOf('https://a.example/b.png'),
);

function imageOf(address: string): string {
  return `<img loading="lazy" referrerpolicy="no-referrer" src="${address}" alt="b.png">`;
}

function renderedWith(first: string, beforeImage: string): string {
  return `<p>${first}</p><p>${beforeImage}${imageOf('https://a.example/b.png')}</p>`;
}

let service: FileService;
let editor: DeskClient;
let dialogs = 2_000_000;

beforeAll(async () => {
  service = await startFileService();
  editor = await signInAs(service, { slug: 'help', role: 'editor', name: 'Eva Editor' });
});
afterAll(() => service.stop());

/** @returns the number of a new dialog by Anna Berg */
async function newDialog(fields: object = {}): Promise<number> {
  const dialog = service.newDialog(fields);
  const { headers } = await service.post('/api/help', dialog).expect(201);
  dialogs = Number(/(\d+)\.json$/.exec(String(headers.location))?.[1]);
  return dialogs;
}

async function comment(dialogId: number, fields: object): Promise<number> {
  const { headers } = await service
    .post(`/api/comment/help/${dialogId}`, { ...COMMENT, ...fields })
    .expect(201);
  return Number(/(\d+)\.json$/.exec(String(headers.location))?.[1]);
}

async function textOf(path: string): Promise<string> {
  await service.settled('help');
  return (await service.get(`/api/${path}.json`).expect(200)).body.text;
}

const commentText = (dialogId: number, id: number) => textOf(`comment/help/${dialogId}/${id}`);

const moderation = <Action extends string>(action: Action) => ({
  slug: 'help',
  actor: operatorNamed('Eva'),
  action,
});

describe('what a program or form posts', () => {
  it.each([
    ['nothing about it', {}, PLAIN],
    ['no', { markdown: false }, PLAIN],
    ['what is no flag', { markdown: 'banana' }, PLAIN],
    ['yes', { markdown: true }, MARKDOWN],
    ['yes in words', { markdown: 'on' }, MARKDOWN],
  ])('is Markdown if it says so: %s', async (_, flag, html) => {
    const id = await newDialog({ text: SOURCE, ...flag });
    expect(await textOf(`dialog/help/${id}`)).toBe(html);
    expect(await commentText(id, await comment(id, { text: SOURCE, ...flag }))).toBe(html);
  });

  it('means the metadata field of that name where a forum has one', async () => {
    const id = await writeForum(service.database, { slug: 'cars' });
    await service.database.none(
      `insert into metadata_fields (forum_id, name, type, maximum) values ($1, 'markdown', 'text', 9)`,
      [id],
    );
    await service.settled('cars');
    const dialog = await service.stored('/api/cars', { ...DIALOG, markdown: 'on' });
    expect([dialog.markdown, dialog.metadata]).toEqual([false, { markdown: 'on' }]);
    expect(isMetadataName('markdown')).toBe(false);
  });

  it('is what it was after an edit, a merge and another rendering', async () => {
    const [id, into] = [
      await newDialog({ text: SOURCE, title: '1. *b*', markdown: true }),
      await newDialog(),
    ];
    const edited = await editor.post(
      `${BASE}/dialogs/${id}/edit`,
      await editOf(id, { text: `${SOURCE}\n- c` }),
    );
    expect(edited.status).toBe(303);
    expect(await textOf(`dialog/help/${id}`)).toBe(MARKDOWN.replace('</ul>', '<li>c</li></ul>'));
    const merge = { ids: [id], into, publicUrl: PUBLIC_URL };
    const { comment_ids } = await mergeDialogs(service.database, moderation('dialog merge'), merge);
    const [comment_id = 0] = comment_ids;
    const merged = `<p>1. *b*</p>${MARKDOWN.replace('</ul>', '<li>c</li></ul>')}`;
    expect(await commentText(into, comment_id)).toBe(merged);
    await service.database.none(`update comments set renderer = 0, text_html = ''`);
    while (await rerenderTexts({ database: service.database, publicUrl: PUBLIC_URL }));
    expect(await commentText(into, comment_id)).toBe(merged);
  });
});

/** The form that edits a post, filled in. */
async function editOf(id: number, fields: object): Promise<Record<string, string>> {
  const page = readPage((await editor.get(`${BASE}/dialogs/${id}/edit`).expect(200)).text);
  const values = page.all('input').map(({ attribs }) => [attribs.name, attribs.value ?? '']);
  return { ...Object.fromEntries(values.filter(([name]) => name !== 'q')), ...fields };
}

describe('names of people in a dialog', () => {
  const linkTo = (path: string, name: string) => `<a href="${PUBLIC_URL}/forum/help/${path}">@${name}</a>`;

  it('lead to what they wrote there before, in Markdown only', async () => {
    const id = await newDialog();
    const first = await comment(id, { text: 'Mine.' });
    const text = '@Anna Berg, @bo ek and @Carl';
    const naming = await comment(id, { text, markdown: true, name: 'Carl', useremail: 'carl@example.com' });
    const html = `<p>${linkTo(`${id}`, 'Anna Berg')}, ${linkTo(`${id}/comments/${first}`, 'bo ek')} and @Carl</p>`;
    expect(await commentText(id, naming)).toBe(html);
    expect(await commentText(id, await comment(id, { text }))).toBe(`<p>${text}</p>`);
  });

  it('lead nowhere once that is deleted or its author erased', async () => {
    const id = await newDialog({ name: 'Anna Erased', useremail: 'erased@example.com' });
    const first = await comment(id, { text: 'Mine.' });
    const naming = await comment(id, { text: '@Anna Erased @Bo Ek', markdown: true, name: 'Carl' });
    await deleteComments(service.database, moderation('comment delete'), [first]);
    expect(await commentText(id, naming)).toBe('<p>@Anna Erased @Bo Ek</p>');
    while (await rerenderTexts({ database: service.database, publicUrl: PUBLIC_URL }));
    expect(await commentText(id, naming)).toBe(`<p>${linkTo(`${id}`, 'Anna Erased')} @Bo Ek</p>`);
    const { signal } = new AbortController();
    const person = personOf('erased@example.com');
    await service.database.none('update posters set identity = null where email = $1', [person.email]);
    await erasePerson(service.database, { moderation: moderation('erase'), person, signal });
    expect(await commentText(id, naming)).toBe('<p>@Anna Erased @Bo Ek</p>');
  });
});

describe('a preview', () => {
  const ORIGIN = { 'Sec-Fetch-Site': 'same-origin' };
  const preview = (path: string, fields: object) =>
    service.sendForm(`/forum/help${path}`, { markdown: 'on', ...fields }).set(ORIGIN);
  const proseOf = (text: string) => /<div class="prose" dir="auto">\s*(.*?)\s*<\/div>/s.exec(text)?.[1];
  /** The page of a dialog, on which images link to themselves. */
  const withoutImageLinks = (text: string) =>
    text.replaceAll(/<a class="enlarge"[^>]*>(<img[^>]*>)<\/a>/g, '$1');

  it('of a dialog is what its page will show, and stores nothing', async () => {
    const dialog = service.newDialog({ text: `${SOURCE}\n\n@Anna Berg <b>` });
    const before = await countEverything(service.database);
    const { text, headers } = await preview('/preview', { ...dialog, answers_by_mail: 'on' }).expect(200);
    expect(await countEverything(service.database)).toEqual(before);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("img-src 'self' https: http:;");
    const page = readPage(text);
    expect(page.meta('robots')).toBe('noindex');
    expect(page.all('form').map(({ attribs }) => attribs.action)).toContain('/api/help');
    expect(text).toContain('**a**\n\n- https://a.example/b.png');
    expect(text).toContain(`value="${DIALOG.useremail}"`);
    const id = await newDialog({ ...dialog, markdown: 'on' });
    await service.settled('help');
    const { text: shown } = await service.get(`/forum/help/${id}`).expect(200);
    expect(proseOf(text)).toContain('<strong>a</strong>');
    expect(proseOf(text)).toBe(proseOf(withoutImageLinks(shown)));
  });

  it('of a comment has its names as links', async () => {
    const id = await newDialog();
    const { text } = await preview(`/${id}/preview`, { ...COMMENT, text: '@Anna Berg' }).expect(200);
    expect(proseOf(text)).toBe(`<p><a href="${PUBLIC_URL}/forum/help/${id}">@Anna Berg</a></p>`);
    expect(text).toContain(`action="/api/comment/help/${id}"`);
  });

  it('says what is wrong with a text', async () => {
    for (const text of ['', 'x'.repeat(20_001)]) {
      const page = readPage((await preview('/preview', { text }).expect(422)).text);
      expect(page.all('textarea').map(({ attribs }) => attribs['aria-invalid'])).toEqual(['true']);
    }
  });

  it('loads only files of the forum where it shows no others', async () => {
    await setProperties(service.database, 'help', { foreign_images: false });
    await service.settled('help');
    const { text, headers } = await preview('/preview', { text: SOURCE }).expect(200);
    expect(proseOf(text)).toContain('<a href="https://a.example/b.png"');
    expect(headers['content-security-policy']).not.toContain('http:;');
    await setProperties(service.database, 'help', { foreign_images: true });
    await service.settled('help');
  });

  it('is not made for other sites, and not for what readers may not see', async () => {
    const held = dialogs + 1_000_000;
    const { id } = await service.database.one("select id from forums where slug = 'help'");
    await writeDialogs(service.database, id, [{ id: held, held: true }]);
    await service
      .sendForm('/forum/help/preview', { text: 'a' })
      .set('Sec-Fetch-Site', 'cross-site')
      .expect(403);
    await preview(`/${held}/preview`, { text: 'a' }).expect(404);
    await service.get('/forum/help/preview').expect(303).expect('Location', '/forum/help/ask');
  });

  it('S38 of hostile Markdown is safe, and the same as on the page and in the API', async () => {
    // Posts have no form feeds.
    const markups = HOSTILE_MARKUP.map(([, markup]) => markup.replaceAll('\f', ' '));
    const texts = markups.map((markup) => `> ${markup}\n\n[${markup}](${markup}) @${markup}`);
    for (const text of [texts.slice(0, 60).join('\n\n'), texts.slice(60).join('\n\n')]) {
      const dialog = service.newDialog({ text });
      const previewed = await preview('/preview', dialog).expect(200);
      const id = await newDialog({ ...dialog, markdown: 'on' });
      const html = await textOf(`dialog/help/${id}`);
      expect(findDangers(html)).toEqual([]);
      const shown = await service.get(`/forum/help/${id}`).expect(200);
      expect([previewed.text.includes(html), withoutImageLinks(shown.text).includes(html)]).toEqual([
        true,
        true,
      ]);
    }
  });
});

describe('at the desk, an answer', () => {
  it('is Markdown, with a preview', async () => {
    const id = await newDialog();
    const answer = { text: `${SOURCE}\n\n@Anna Berg`, state: 'answered' };
    const { text } = await editor
      .post(`${BASE}/dialogs/${id}/answer`, { ...answer, action: 'preview' })
      .expect(200);
    const mention = `<p><a href="${PUBLIC_URL}/forum/help/${id}">@Anna Berg</a></p>`;
    // The desk loads nothing from other sites.
    const link = '<a href="https://a.example/b.png" rel="nofollow ugc noopener">https://a.example/b.png</a>';
    expect(text).toContain(`<p><strong>a</strong></p><ul><li>${link}</li></ul>${mention}`);
    expect(text).toContain('value="answered"');
    expect(await service.database.one('select num_comments from dialogs where id = $1', [id])).toEqual({
      num_comments: 0,
    });
    await editor.post(`${BASE}/dialogs/${id}/answer`, answer).expect(303);
    await service.settled('help');
    const { body } = await service.get(`/api/comment/help/${id}.json`).expect(200);
    expect(body[0].text).toBe(MARKDOWN + mention);
    expect((await editor.get(`${BASE}/dialogs/${id}`).expect(200)).text).toContain(link);
  });

  it('may have a file, by the rules for uploads with a key', async () => {
    const id = await newDialog();
    const { token, cookie } = editor;
    const send = (bytes: string, name: string, fields: object = {}) =>
      service.request
        .post(`${BASE}/dialogs/${id}/answer`)
        .set({ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' })
        .field({ token, text: 'Here:', ...fields })
        .attach('file', Buffer.from(bytes), name);
    const refused = await send('<svg/>', 'a.svg').expect(422);
    expect(refused.text).toContain('This type of file is not accepted.');
    const inSwedish = await send('<svg/>', 'a.svg').set('Accept-Language', 'sv').expect(422);
    expect(inSwedish.text).toContain('Filtypen kan inte tas emot');
    const { text } = await send('A manual.', 'man*al.txt', { action: 'preview' }).expect(200);
    expect(text).toMatch(
      /Here:\n\n\[man\\\*al\.txt\]\(https:\/\/forum\.example\/api\/file\/help\/[\w-]{22}\.txt\)/,
    );
    await send('%PDF-1.7 manual', 'manual.pdf').expect(303);
    await service.settled('help');
    const { body } = await service.get(`/api/comment/help/${id}.json`).expect(200);
    const [, path = ''] =
      /^<p>Here:<\/p><p><a href="https:\/\/forum\.example([^"]*)"[^>]*>manual\.pdf<\/a><\/p>$/.exec(
        body[0].text,
      ) ?? [];
    await service.get(path).expect(200).expect('Content-Type', 'application/pdf');
    expect(await service.storedFiles()).toHaveLength(2);
  });
});
