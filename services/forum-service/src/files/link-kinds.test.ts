import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDINGS, kindOfType, MEDIA_TYPES } from '@guidepost/files/types';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { importForum } from '../archive/import/import-forum.ts';
import { personOf } from '../model/person.ts';
import { deleteFiles } from '../moderation/delete-files.ts';
import { createPosterSecret } from '../people/posters.ts';
import { erasePerson } from '../personal-data/erase-person.ts';
import { rerenderTexts } from '../rendering/rerender-texts.ts';
import { DIALOG_ID, type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT, operatorNamed } from '../testing/posts.ts';
import { kindByEnding } from './embedding.ts';
import { insertFile, MEGABYTE } from './files.ts';

const PUBLIC_URL = 'https://forum.example';
const FILES = `${PUBLIC_URL}/api/file/help/`;
const TOKEN = { png: 'p'.repeat(22), mp3: 'm'.repeat(22), mp4: 'v'.repeat(22), pdf: 'd'.repeat(22) };
const TYPES = { png: 'image/png', mp3: 'audio/mpeg', mp4: 'video/mp4', pdf: 'application/pdf' };

type Ending = keyof typeof TOKEN;
const address = (ending: Ending) => `${FILES}${TOKEN[ending]}.${ending}`;

const image = (link: string) =>
  expect.stringContaining(`<img loading="lazy" referrerpolicy="no-referrer" src="${link}"`);
const player = (element: string, link: string) =>
  expect.stringContaining(`<${element} controls preload="metadata" src="${link}"></${element}>`);
const plain = (link: string) => expect.stringContaining(`<a href="${link}" rel="nofollow ugc noopener">`);

/** How links in a text are rendered. */
const CASES: [title: string, link: string, html: unknown][] = [
  ['an image', address('png'), image(address('png'))],
  ['sound', address('mp3'), player('audio', address('mp3'))],
  ['a video', address('mp4'), player('video', address('mp4'))],
  ['a document', address('pdf'), plain(address('pdf'))],
  ['an image by an address with a query', `${address('png')}?a=b`, image(`${address('png')}?a=b`)],
  [
    'a file with a wrong ending',
    address('pdf').replace('.pdf', '.png'),
    plain(address('pdf').replace('.pdf', '.png')),
  ],
  ['a missing file', `${FILES}${'x'.repeat(22)}.png`, plain(`${FILES}${'x'.repeat(22)}.png`)],
  [
    'a file of another site',
    address('pdf').replace('forum', 'other'),
    plain(address('pdf').replace('forum', 'other')),
  ],
  [
    'an image of another site',
    `https://other.example/api/file/help/${'x'.repeat(22)}.png`,
    image(`https://other.example/api/file/help/${'x'.repeat(22)}.png`),
  ],
];

let service: PostingService;
let folder: string;
let forumId: number;

beforeAll(async () => {
  service = await startPostingService();
  folder = await mkdtemp(join(tmpdir(), 'guidepost-archive-'));
  ({ id: forumId } = await service.database.one(`select id from forums where slug = 'help'`));
});

afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await service.database.none('delete from files');
  for (const ending of Object.keys(TOKEN) as Ending[]) {
    const file = { token: TOKEN[ending], media_type: TYPES[ending], bytes: 1, name: `a.${ending}` };
    await insertFile(service.database, { ...file, forumId, accessKeyId: 1 }, MEGABYTE);
  }
});

const latest = async (table: string) =>
  (await service.database.one(`select text_html from ${table} order by pub_date desc, id desc limit 1`))
    .text_html;

describe('a link', () => {
  let number = 0;
  const text = (link: string) => {
    number += 1;
    return `Look ${number}: ${link}`;
  };

  it.each(CASES)('to %s, in a dialog', async (_, link, html) => {
    await service.post('/api/help', service.newDialog({ text: text(link) })).expect(201);
    expect(await latest('dialogs')).toEqual(html);
  });

  it.each(CASES)('to %s, in a comment', async (_, link, html) => {
    await service.post(`/api/comment/help/${DIALOG_ID}`, { ...COMMENT, text: text(link) }).expect(201);
    expect(await latest('comments')).toEqual(html);
  });

  it('depends on the file type also in imported texts and when texts are rendered again', async () => {
    const { database } = service;
    const post = { name: 'Anna', useremail: 'anna@example.com', pub_date: '2020-01-01T00:00:00Z' };
    const lines = CASES.map(([title, link]) => ({
      ...post,
      topic: 'Q',
      title,
      text: link,
      comments: [{ ...post, text: link }],
    }));
    const path = join(folder, 'archive.ndjson');
    await writeFile(path, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const secret = createPosterSecret(database, undefined);
    await importForum(database, {
      slug: 'help',
      path,
      secret,
      publicUrl: PUBLIC_URL,
      signal: new AbortController().signal,
    });
    const stored = () =>
      database.any(
        `select d.title, d.text_html, c.text_html as comment_html from dialogs d
         join comments c on c.forum_id = d.forum_id and c.dialog_id = d.id where d.pub_date < '2020-01-02'`,
      );
    const expected = expect.arrayContaining(
      CASES.map(([title, , html]) => ({ title, text_html: html, comment_html: html })),
    );
    expect(await stored()).toEqual(expected);
    await database.none(
      `update dialogs set renderer = 0, text_html = ''; update comments set renderer = 0, text_html = ''`,
    );
    while (await rerenderTexts({ database, publicUrl: PUBLIC_URL }));
    expect(await stored()).toEqual(expected);
  });

  it('to a deleted file becomes a plain link when texts are rendered again', async () => {
    const { database } = service;
    await service.post('/api/help', service.newDialog({ text: text(address('png')) })).expect(201);
    await service
      .post(`/api/comment/help/${DIALOG_ID}`, { ...COMMENT, text: text(address('png')) })
      .expect(201);
    const names = [{ token: TOKEN.png, ending: 'png' }];
    const moderation = { slug: 'help', actor: operatorNamed('Maja'), action: 'file delete' } as const;
    await deleteFiles(database, { moderation, names, files: undefined });
    const outdated = await database.any('select text from dialogs where renderer = 0');
    expect(outdated.every((row) => row.text.includes(TOKEN.png))).toBe(true);
    while (await rerenderTexts({ database, publicUrl: PUBLIC_URL }));
    for (const table of ['dialogs', 'comments']) {
      expect(await latest(table)).toEqual(plain(address('png')));
      expect(await database.any(`select id from ${table} where renderer = 0`)).toEqual([]);
    }
  });

  it('depends on the file type also in texts that an address was erased from', async () => {
    const { database } = service;
    const missing = `${FILES}${'x'.repeat(22)}.png`;
    const dialog = service.newDialog({ text: text(`${missing} gone@example.com`) });
    await service.post('/api/help', dialog).expect(201);
    const moderation = { slug: 'help', actor: operatorNamed('Maja'), action: 'erase' } as const;
    const { signal } = new AbortController();
    await erasePerson(database, { moderation, person: personOf('gone@example.com'), signal });
    while (await rerenderTexts({ database, publicUrl: PUBLIC_URL }));
    expect(await latest('dialogs')).toEqual(plain(missing));
    expect(await latest('dialogs')).toContain('[…]');
  });

  it('costs one statement if a text has file addresses, and none otherwise', async () => {
    const statements = async (link: string) => {
      service.takeStatements();
      await service.post('/api/help', service.newDialog({ text: text(link) })).expect(201);
      return service.takeStatements().filter((statement) => statement.includes('from files')).length;
    };
    expect(await statements(`${address('png')} ${address('pdf')}`)).toBe(1);
    expect(await statements('https://other.example/a.png')).toBe(0);
  });
});

it.each([...MEDIA_TYPES])('the ending of %s tells how links to it are embedded', (mediaType) => {
  const address = new URL(`https://forum.example/api/file/help/a.${ENDINGS[mediaType]}`);
  expect(kindByEnding(address)).toBe(kindOfType(mediaType));
});
