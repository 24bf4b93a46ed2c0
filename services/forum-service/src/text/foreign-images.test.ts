import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertFile, MEGABYTE } from '../files/files.ts';
import { setProperties } from '../forums/administration.ts';
import { type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT } from '../testing/posts.ts';

const OWN = `https://forum.example/api/file/help/${'p'.repeat(22)}.png`;
const FOREIGN = [
  'https://images.example/a.png?b="c"&d',
  'https://images.example/a.mp3',
  'http://images.example/a.mp4',
  'https://forum.example.images.example/api/file/help/x.png',
];
const TEXT = ['Look at the picture', OWN, ...FOREIGN, 'https://images.example/page'].join('\n');

let service: PostingService;
let dialogId: string;

beforeAll(async () => {
  service = await startPostingService();
  const { database } = service;
  const { id: forumId } = await database.one("select id from forums where slug = 'help'");
  const file = { token: 'p'.repeat(22), media_type: 'image/png', bytes: 1, name: 'a.png' };
  await insertFile(database, { ...file, forumId, accessKeyId: 1 }, MEGABYTE);
  const { headers } = await service.post('/api/help', service.newDialog({ text: TEXT })).expect(201);
  dialogId = /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
  await service.post(`/api/comment/help/${dialogId}`, { ...COMMENT, text: TEXT }).expect(201);
  await service.indexed();
});

afterAll(() => service.stop());

/** Where posts are shown, with their number; DIALOG is the dialog's id. */
const PLACES: [path: string, posts: number][] = [
  ['/api/help.json', 1],
  ['/api/help.xml', 1],
  ['/api/help.json?callback=show', 1],
  ['/api/popular/help.json', 1],
  ['/api/search/help/picture.json', 1],
  ['/api/search/help/picture.xml', 1],
  ['/api/dialog/help/DIALOG.json', 1],
  ['/api/comment/help/DIALOG.json', 1],
  ['/forum/help/DIALOG', 2],
  ['/forum/help/feed.atom', 1],
  ['/forum/help/DIALOG/feed.atom', 2],
];

async function showForeign(foreign_images: boolean): Promise<void> {
  await setProperties(service.database, 'help', { foreign_images });
  await service.settled('help');
}

/** A response with its markup unescaped from JSON or XML. */
async function read(path: string): Promise<string> {
  const { text, body } = await service.get(path.replace('DIALOG', dialogId)).expect(200);
  const answer = Buffer.isBuffer(body) ? body.toString() : text;
  return answer
    .replaceAll('\\"', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"');
}

/** Addresses of images and players, without queries and avatars. */
const mediaIn = (answer: string) =>
  Array.from(answer.matchAll(/<(?:img loading|audio|video)\b[^>]* src="([^"?]*)/g), ([, source]) => source);

describe('a forum without foreign images', () => {
  it.each(PLACES)(
    'shows only its own files as soon as it is set, and all when it is unset: %s',
    async (path, posts) => {
      await showForeign(true);
      const before = await read(path);
      expect(mediaIn(before)).toHaveLength(5 * posts);
      await showForeign(false);
      const without = await read(path);
      expect(mediaIn(without)).toEqual(Array(posts).fill(OWN));
      for (const address of FOREIGN) expect(without).toContain(`<a href="${address.slice(0, 30)}`);
      await showForeign(true);
      expect(await read(path)).toBe(before);
    },
  );
});

describe('the page of a dialog', () => {
  const policy = async () =>
    (await service.get(`/forum/help/${dialogId}`)).headers['content-security-policy'];

  it('may load nothing external in a forum without foreign images', async () => {
    await showForeign(true);
    expect(await policy()).toContain("img-src 'self' https: http:;");
    await showForeign(false);
    expect(await policy()).toContain("img-src 'self' https://forum.example;");
    expect(await policy()).not.toContain('http:');
  });
});
