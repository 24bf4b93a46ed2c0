import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONTENT_TYPES, DESCRIBED, png, SAMPLES, SVG, zip } from '@guidepost/files/testing';
import { ENDINGS } from '@guidepost/files/types';
import { createAccessKey } from '@guidepost/keys';
import { withDatabaseAway } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import supertestOf from 'supertest';
import { createApp } from '../../app.ts';
import { createContext } from '../../context.ts';
import { MEGABYTE } from '../../files/files.ts';
import { deleteFiles } from '../../moderation/delete-files.ts';
import { postFile } from '../../posts/post-file.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { writeForum, writeKey } from '../../testing/content.ts';
import { type FileService, startFileService } from '../../testing/file-service.ts';
import { operatorNamed } from '../../testing/posts.ts';

let service: FileService;

beforeAll(async () => {
  service = await startFileService();
});

afterAll(() => service.stop());

const ADDRESS = /^https:\/\/forum\.example\/api\/file\/help\/[\w-]{22}\.[a-z\d]{3,4}$/;

/** Posts a file and returns its path. */
async function keep(bytes: Buffer | string, name?: string): Promise<string> {
  const { text } = await service.postFile(bytes, name).expect(201);
  return new URL(text).pathname;
}

async function speak(language: string): Promise<void> {
  await service.database.none(
    `update forums set language = $1, revision = revision + 1 where slug = 'help'`,
    [language],
  );
  await service.database.any(`select pg_notify('guidepost', 'forum:' || id || ':' || revision) from forums`);
  await service.settled('help');
}

const get = (path: string): supertest.Test => service.get(path).buffer(true).parse(bytesOf);

function bytesOf(answer: supertest.Response, done: (error: Error | null, bytes: Buffer) => void): void {
  const chunks: Buffer[] = [];
  const stream = answer as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => done(null, Buffer.concat(chunks)));
}

describe('POST /api/file/:slug', () => {
  it('returns the address of the file in the body and in Location', async () => {
    const answer = await service.postFile(png()).expect(201);
    expect(answer.text).toMatch(ADDRESS);
    expect(answer.headers).toMatchObject({
      location: answer.text,
      'content-type': 'text/plain; charset=utf-8',
    });
    await service.get(new URL(answer.text).pathname).expect(200);
  });

  it('S14 ignores Host', async () => {
    const { text } = await service.postFile(png()).set('X-Forwarded-Host', 'evil.example');
    expect(text).toMatch(ADDRESS);
  });

  it('accepts the key in a header too, and sends no CORS headers with either', async () => {
    const answers = [
      await service.postFile(png(), 'a.png', '').set('Authorization', `Bearer ${service.key}`),
      await service.postFile(png()),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(201);
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('is a 401 without a key, and with a key of another account (S16)', async () => {
    const other = await writeKey(service.database, await writeForum(service.database, { slug: 'other' }));
    const queries = [
      '',
      '?key=',
      `?key=${service.key.slice(1)}`,
      `?key=${createAccessKey()}`,
      `?key=${other}`,
    ];
    const before = await service.storedFiles();
    for (const query of queries) {
      const { status, text } = await service.postFile(png(), 'a.png', query);
      expect([query, status, text]).toEqual([query, 401, 'Authorization Required']);
    }
    expect(await service.storedFiles()).toEqual(before);
  });

  it('refuses a key in a form field, with and without a valid key', async () => {
    const { status, text } = await service.postFile(png()).field('key', service.key);
    expect([status, text]).toEqual([400, '{"key":["An access key cannot be sent as a field."]}']);
    expect((await service.postFile(png(), 'a.png', '').field('key', service.key)).status).toBe(401);
  });

  it('S15 never logs the key', async () => {
    await service.postFile(png()).expect(201);
    expect(service.logLines.some((line) => line.includes('/api/file/help'))).toBe(true);
    expect(service.logLines.filter((line) => line.includes(service.key))).toEqual([]);
  });

  it('explains the encoding of a table that is not UTF-8', async () => {
    const { body } = await service
      .postFile(Buffer.from('Röd;1\nBlå;2\n', 'latin1'), 'colours.csv')
      .expect(400);
    expect(body.file).toEqual([expect.stringContaining('CSV (UTF-8)')]);
  });

  it('S7 lists the accepted types in the language of the forum, and stores nothing else', async () => {
    const before = await service.storedFiles();
    const answer = await service.postFile(SVG, 'a.png');
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
    expect(answer.body).toEqual({ file: [expect.stringMatching(/^This type of file is not accepted/)] });
    await speak('sv');
    expect((await service.postFile(SVG)).body).toEqual({
      file: [expect.stringMatching(/^Filtypen kan inte/)],
    });
    expect((await service.postFile('')).body).toEqual({ file: ['Välj en fil som inte är tom.'] });
    await speak('en');
    expect(await service.storedFiles()).toEqual(before);
  });

  it.each(DESCRIBED)('S42 stores a picture without its description: %s', async (_, described, clean) => {
    const { body } = await get(await keep(described, 'photo'));
    expect(body).toEqual(clean);
  });

  it.each([
    ['S42 a picture that claims 60,000 × 60,000 pixels', png('', 60_000, 60_000), 'too many pixels'],
    ['S42 a picture whose parts do not add up', png().subarray(0, 50), 'damaged'],
  ])('refuses %s', async (_, bytes, reason) => {
    const { status, body } = await service.postFile(bytes);
    expect([status, body]).toEqual([400, { file: [expect.stringContaining(reason)] }]);
  });

  it('S7 suggests a copy without macros for a document with macros', async () => {
    const types = CONTENT_TYPES('application/vnd.ms-word.document.macroEnabled');
    const document = zip({ 'word/document.xml': '<x/>', '[Content_Types].xml': types });
    const { status, body } = await service.postFile(document, 'a.docx');
    expect([status, body]).toEqual([400, { file: [expect.stringContaining('without macros')] }]);
  });

  it('is a 404 for an unknown forum', async () => {
    await service.request.post('/api/file/unknown?key=x').attach('file', png(), 'a.png').expect(404);
  });

  it('is refused without a key, and takes nothing from the limits of its sender', async () => {
    const environment = { ...service.context.config, RATE_LIMITS: 'on' as const, POST_LIMIT: 1 };
    const context = createContext(environment, { logger: service.context.logger });
    const limited = supertestOf(createApp(context));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { status, headers } = await limited.post('/api/file/help').attach('file', png(), 'a.png');
      expect([status, headers['ratelimit-limit']]).toEqual([401, undefined]);
    }
    await context.close();
  });

  it('counts towards the limit of its key', async () => {
    const environment = { ...service.context.config, RATE_LIMITS: 'on' as const, POST_LIMIT_KEY: 2 };
    const context = createContext(environment, { logger: service.context.logger });
    const limited = supertestOf(createApp(context));
    const statuses: number[] = [];
    for (const path of ['/api/file/help', '/api/file/help', '/api/file/help', '/api/help']) {
      const post = limited.post(`${path}?key=${service.key}`);
      statuses.push(
        (await (path.includes('file') ? post.attach('file', png(), 'a.png') : post.send({}))).status,
      );
    }
    expect(statuses).toEqual([201, 201, 429, 429]);
    await context.close();
  });

  it('is a 503 without the database', async () => {
    await withDatabaseAway(service.url, async () => {
      expect((await service.postFile(png())).status).toBe(503);
    });
  });

  it('removes the bytes when the forum is deleted meanwhile', async () => {
    const before = await service.storedFiles();
    const path = join(service.directory, 'incoming', 'a');
    await writeFile(path, png());
    const forum = { ...(await requireForum(service.database, 'help')), id: 999_999 };
    const upload = { file: { path, size: 1, name: 'a.png' }, fields: [] };
    const posted = postFile({ ...service, accountStorage: MEGABYTE }, { forum, accessKeyId: 1, upload });
    await expect(posted).rejects.toThrow('The forum no longer exists.');
    expect(await service.storedFiles()).toEqual(before);
  });

  it('leaves the bytes to the daily cleaning if the commit is uncertain', async () => {
    const path = join(service.directory, 'incoming', 'b');
    await writeFile(path, png());
    const lost: typeof service.database = Object.assign(Object.create(service.database), {
      async one(...statement: Parameters<typeof service.database.one>) {
        await service.database.one(...statement);
        throw new Error('The connection was lost.');
      },
    });
    const forum = await requireForum(service.database, 'help');
    const { id } = await service.database.one<{ id: number }>('select id from access_keys limit 1');
    const upload = { file: { path, size: png().length, name: 'b.png' }, fields: [] };
    const posting = { ...service, accountStorage: MEGABYTE, database: lost };
    const posted = postFile(posting, { forum, accessKeyId: id, upload });
    await expect(posted).rejects.toThrow('The connection was lost.');
    const { token } = await service.database.one("select token from files where name = 'b.png'");
    await service.get(`/api/file/help/${token}.png`).expect(200);
  });
});

describe('GET /api/file/:slug/:name', () => {
  it.each(SAMPLES)(
    'detects %s from its bytes and serves it with its ending, .%s',
    async (mediaType, ending, bytes) => {
      const path = await keep(bytes, `Name.${ending.toUpperCase()}.exe`);
      const { status, headers, body } = await get(path);
      const isShown = /^(?:image|audio|video)\//.test(mediaType);
      expect([status, path.endsWith(`.${ending}`)]).toEqual([200, true]);
      expect(Buffer.compare(body, bytes)).toBe(0);
      expect(headers).toMatchObject({
        'content-type': mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType,
        'content-length': String(bytes.length),
        'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename=Name.${ending.toUpperCase()}.${ending}`,
      });
    },
  );

  it('S7 can only be displayed or saved, works on any site, and is cached', async () => {
    const { headers } = await get(await keep(png()));
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; media-src 'self'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'referrer-policy': 'no-referrer',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(headers).not.toHaveProperty('vary');
  });

  it('S9 is saved under a safe name', async () => {
    const { headers } = await get(await keep('text', '../\u202eblå"b.exe'));
    expect(headers['content-disposition']).toBe(
      `attachment; filename="bl? b.txt"; filename*=UTF-8''bl%C3%A5%20b.txt`,
    );
  });

  it('has a visible name', async () => {
    const { headers } = await get(await keep('text', '\u3164\u2800.exe'));
    expect(headers['content-disposition']).toContain('filename="file ??.txt"');
  });

  it('supports ranges', async () => {
    const path = await keep('0123456789');
    for (const [range, status, content, contentRange] of [
      ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
      ['bytes=-3', 206, '789', 'bytes 7-9/10'],
      ['bytes=8-', 206, '89', 'bytes 8-9/10'],
      ['bytes=8-5000', 206, '89', 'bytes 8-9/10'],
      ['bytes=-5000', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=-99999999999999999999999', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=4-5, -5000', 206, '0123456789', 'bytes 0-9/10'],
      ['bytes=2-4,6-7', 200, '0123456789', undefined],
      ['lines=1-2', 200, '0123456789', undefined],
    ] as const) {
      const { status: answered, headers, body } = await get(path).set('Range', range);
      expect([range, answered, String(body), headers['content-range']]).toEqual([
        range,
        status,
        content,
        contentRange,
      ]);
      expect(headers['accept-ranges']).toBe('bytes');
    }
  });

  it.each(['bytes=10-', 'bytes=-0'])('is a 416 for an unsatisfiable range: %s', async (range) => {
    const { status, headers, text } = await service.get(await keep('0123456789')).set('Range', range);
    expect([status, text, headers['content-range']]).toEqual([416, 'Range Not Satisfiable', 'bytes */10']);
    expect(headers['cache-control']).toBe('public, no-cache');
    expect(headers).not.toHaveProperty('content-disposition');
  });

  it('supports If-Range', async () => {
    const path = await keep('0123456789');
    const { etag = '' } = (await get(path)).headers;
    const ask = (tag: string) => get(path).set({ Range: 'bytes=5-', 'If-Range': tag });
    expect([(await ask(etag)).status, (await ask('"other"')).status]).toEqual([206, 200]);
  });

  it('supports If-None-Match with 304 and If-Match with 412', async () => {
    const path = await keep(png());
    const { etag = '' } = (await get(path)).headers;
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const { status, text, headers } = await service.get(path).set('If-None-Match', tag);
      expect([status, text ?? '', headers.etag]).toEqual([304, '', etag]);
    }
    expect((await service.get(path).set('If-Match', '"x"')).status).toBe(412);
  });

  it('answers HEAD with the headers of GET', async () => {
    const path = await keep(png());
    const { status, headers, text } = await service.request.head(path);
    const { date: _, ...expected } = (await get(path)).headers;
    expect([status, text]).toEqual([200, undefined]);
    expect(headers).toMatchObject(expected);
  });

  it('accepts no other method, and answers preflights', async () => {
    const path = await keep(png());
    expect((await service.request.post(path)).headers.allow).toBe('GET, HEAD, OPTIONS');
    await service.request.options(path).expect(204);
  });

  it.each([
    ['a parent path', '..%2f..%2fetc%2fpasswd'],
    ['an encoded parent path', '%2e%2e/%2e%2e/etc/passwd'],
    ['a Windows path', '..%5c..%5cwin.ini'],
    ['the directory of uploads in progress', 'incoming'],
    ['a name on disk', `1-${'A'.repeat(22)}.png`],
    ['U+0000', `${'A'.repeat(22)}.png%00`],
    ['a device', 'NUL'],
    ['300 characters', `${'A'.repeat(300)}.png`],
    ['a direction mark', `%E2%80%AE${'A'.repeat(22)}.png`],
    ['a broken escape', '%E0%A4%A.png'],
    ['unknown', `${'A'.repeat(22)}.png`],
    ['nothing', ''],
  ])('S9 is a 404 for %s', async (_, name) => {
    const { status, text } = await service.get(`/api/file/help/${name}`);
    expect(status).toBe(name === '' ? 405 : 404);
    expect(text).not.toContain(service.directory);
  });

  it('S9 has one address per file', async () => {
    const path = await keep(png());
    const others = [
      path.replace('.png', '.html'),
      path.replace('.png', '.PNG'),
      path.slice(0, -4),
      `${path}.png`,
      `${path}/`,
    ];
    for (const other of [...others, path.replace('help', 'other')]) await service.get(other).expect(404);
  });

  it('S9 is a 404 for a deleted file, also for clients that have cached it', async () => {
    const path = await keep(png());
    const { etag = '' } = (await get(path)).headers;
    const [token = '', ending = ''] = path.slice(path.lastIndexOf('/') + 1).split('.');
    const { database, files } = service;
    const moderation = { slug: 'help', actor: operatorNamed('Maja'), action: 'file delete' } as const;
    await deleteFiles(database, { moderation, names: [{ token, ending }], files });
    await service.get(path).set('If-None-Match', etag).expect(404);
    expect((await service.storedFiles()).filter((name) => name.includes(token))).toEqual([]);
    const details = { file: `${token}.${ending}` };
    expect(await database.any('select done_by, details from audit_entries')).toEqual([
      { done_by: 'Maja', details },
    ]);
  });

  it('is a 401 with a bad key, like every path', async () => {
    await service.get(`${await keep(png())}?key=unknown`).expect(401);
  });
});

describe('S25 while the file directory is unavailable', () => {
  it('files are a 503 that does not reveal the directory, and everything else works', async () => {
    const path = await keep(png());
    await rename(service.directory, `${service.directory}-away`);
    try {
      for (const answer of [await service.get(path), await service.postFile(png())]) {
        expect([answer.status, answer.text]).toEqual([503, 'Service Unavailable']);
        expect(answer.headers['retry-after']).toBe('5');
        expect(answer.headers).not.toHaveProperty('content-disposition');
      }
      await service
        .post('/api/help', service.newDialog({ text: `https://forum.example${path}` }))
        .expect(201);
    } finally {
      await rename(`${service.directory}-away`, service.directory);
    }
    await service.get(path).expect(200);
    await service.postFile(png()).expect(201);
  });
});

it('covers every type', () => {
  const tried = new Set(SAMPLES.map(([mediaType]) => mediaType));
  expect(Object.keys(ENDINGS).filter((mediaType) => !tried.has(mediaType))).toEqual([]);
});
