import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { createTestBucket, png, type TestBucket } from '@guidepost/files/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createApp } from '../../app.ts';
import { type Config, readConfig } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import { cleanFiles } from '../../files/clean-files.ts';
import { createFileStores } from '../../files/file-stores.ts';
import { type Commands, commandsOn } from '../../testing/command-fixture.ts';
import { type FileService, startFileService } from '../../testing/file-service.ts';

const HOUR = 3_600_000;

let bucket: TestBucket;
let service: FileService;
let commands: Commands;
let others: Context[] = [];

beforeAll(async () => {
  bucket = await createTestBucket();
  service = await startFileService({ ...bucket.variables, FORUM_FILES_STORE: 's3' });
  Object.assign(process.env, bucket.variables, { FORUM_FILES_DIRECTORY: service.directory });
  commands = commandsOn(service.url);
});
afterEach(async () => {
  for (const context of others) await context.close();
  others = [];
});
afterAll(async () => {
  commands.release();
  await service.stop();
  await bucket.remove();
});

/** Another instance on the same database. */
function instanceWith(changes: Partial<Config>) {
  const context = createContext(
    { ...service.context.config, ...changes },
    { logger: service.context.logger },
  );
  others.push(context);
  return supertest(createApp(context));
}

const pathOf = (address: string) => new URL(address).pathname;
const nameOf = (address: string) => address.slice(address.lastIndexOf('/') + 1);

/** Posts a file to an instance, of the service itself unless said. */
async function keep(bytes: Buffer | string, request = service.request): Promise<string> {
  const post = request.post(`/api/file/help?key=${service.key}`);
  return (await post.attach('file', Buffer.from(bytes), 'a.txt').expect(201)).text;
}

/** The names of what is posted from now on, where it is. */
async function placesOf(address: string): Promise<string[]> {
  const name = nameOf(address);
  const objects = (await bucket.names()).filter((key) => key.endsWith(name));
  const files = (await readdir(service.directory)).filter((file) => file.endsWith(name));
  return [...objects.map(() => 's3'), ...files.map(() => 'disk')];
}

describe('S3 files in an object store', () => {
  it('are uploaded to it, below the name of the service, and nothing is left on the disk', async () => {
    const address = await keep(png());
    const { id } = await service.database.one("select id from forums where slug = 'help'");
    expect(await bucket.names()).toContain(`forum/${id}-${nameOf(address)}`);
    expect(await readdir(service.directory, { recursive: true })).toEqual(['incoming']);
  });

  it('are sent as those on a disk are, ranges and validators included', async () => {
    const onDisk = instanceWith({ FORUM_FILES_STORE: 'disk' });
    const [object, file] = [await keep('0123456789'), await keep('0123456789', onDisk)];
    expect([await placesOf(object), await placesOf(file)]).toEqual([['s3'], ['disk']]);
    const answerTo = async (address: string, headers: Record<string, string>, method: 'get' | 'head') => {
      const etag = `"${nameOf(address).slice(0, 22)}"`;
      const asked = Object.entries(headers).map(([name, value]) => [name, value.replace('ETAG', etag)]);
      const answer = await service.request[method](pathOf(address)).set(Object.fromEntries(asked));
      const { date: _, etag: tag = '', ...sent } = answer.headers;
      return [answer.status, answer.text, tag.replace(etag, 'ETAG'), sent];
    };
    for (const headers of [
      {},
      { Range: 'bytes=2-4' },
      { Range: 'bytes=-3' },
      { Range: 'bytes=-5000' },
      { Range: 'bytes=8-' },
      { Range: 'bytes=10-' },
      { Range: 'bytes=2-4,6-7' },
      { Range: 'bytes=5-', 'If-Range': 'ETAG' },
      { Range: 'bytes=5-', 'If-Range': '"other"' },
      { 'If-None-Match': 'ETAG' },
      { 'If-Match': '"other"' },
    ] as Record<string, string>[]) {
      for (const method of ['get', 'head'] as const) {
        expect([headers, await answerTo(object, headers, method)]).toEqual([
          headers,
          await answerTo(file, headers, method),
        ]);
      }
    }
    expect(await answerTo(object, { Range: 'bytes=-3' }, 'get')).toMatchObject([206, '789', 'ETAG', {}]);
  });

  it('are copied while files are posted, and found wherever they are', async () => {
    const onDisk = instanceWith({ FORUM_FILES_STORE: 'disk' });
    const before = await Promise.all(['a', 'b', 'c'].map((text) => keep(text, onDisk)));
    for (const address of before) await service.get(pathOf(address)).expect(200);
    const copy = commands.answerOf('files', 'copy', '--to', 's3');
    const meanwhile = await keep('d', onDisk);
    expect(await copy).toMatchObject({ to: 's3', missing: [] });
    expect(await placesOf(before[0] ?? '')).toEqual(['s3', 'disk']);
    await commands.answerOf('files', 'copy', '--to', 's3');
    expect(await placesOf(meanwhile)).toEqual(['s3', 'disk']);
    const again = await commands.forum('file', 'copy', '--to', 's3');
    expect(again.stdout).toMatch(/^Copied 0 files \(0 bytes\) to s3; \d+ were there already\.\n$/);
    // Back, too.
    const address = await keep('e');
    expect(await commands.answerOf('files', 'copy', '--to', 'disk')).toMatchObject({ missing: [] });
    expect(await placesOf(address)).toEqual(['s3', 'disk']);
  });

  it('that neither store has are named by a copy, which then fails', async () => {
    const address = await keep('lost');
    const { byKind } = createFileStores(service.context.config);
    const { id } = await service.database.one("select id from forums where slug = 'help'");
    await byKind.get('s3')?.delete(`${id}-${nameOf(address)}`);
    const { code, stderr } = await commands.forum('files', 'copy', '--to', 'disk');
    expect(code).toBe(1);
    expect(stderr).toContain(`1 file could not be found in either store:\n${id}-${nameOf(address)}\n`);
    for (const method of ['get', 'head'] as const)
      expect((await service.request[method](pathOf(address))).status).toBe(503);
    await service.database.none('delete from files where token = $1', [nameOf(address).slice(0, 22)]);
  });

  it('are deleted from both stores', async () => {
    const address = await keep('x');
    await commands.answerOf('files', 'copy', '--to', 'disk');
    await commands.answerOf('file', 'delete', 'help', nameOf(address), '--yes');
    expect(await placesOf(address)).toEqual([]);
    await service.get(pathOf(address)).expect(404);
  });

  it('are deleted a day after their row, and others stay', async () => {
    const [orphan, kept] = [await keep('orphan'), await keep('kept')];
    await service.database.none('delete from files where token = $1', [nameOf(orphan).slice(0, 22)]);
    const stores = [...createFileStores(service.context.config).byKind.values()];
    await cleanFiles({ ...service, stores }, Date.now() + 23 * HOUR);
    expect(await placesOf(orphan)).toEqual(['s3']);
    await cleanFiles({ ...service, stores }, Date.now() + 25 * HOUR);
    expect([await placesOf(orphan), await placesOf(kept)]).toEqual([[], ['s3']]);
  });
});

describe('S3 signed addresses', () => {
  it('lead to the store, with headers that make the file harmless, and no others do', async () => {
    const request = instanceWith({ S3_SIGNED_SECONDS: 60 });
    const address = await keep('0123456789');
    const { status, headers } = await request.get(pathOf(address)).set('Range', 'bytes=-3');
    expect([status, headers['cache-control']]).toEqual([302, 'public, max-age=30']);
    const answer = await fetch(headers.location ?? '', { headers: { Range: 'bytes=-3' } });
    expect([answer.status, await answer.text()]).toEqual([206, '789']);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=a.txt');
    const { etag = '' } = (await service.get(pathOf(address))).headers;
    await request.get(pathOf(address)).set('If-None-Match', etag).expect(304);
    const head = await request.head(pathOf(address)).expect(302);
    expect((await fetch(head.headers.location ?? '', { method: 'HEAD' })).status).toBe(200);
  });

  it('are not given for files that are still on the disk', async () => {
    const address = await keep('x', instanceWith({ FORUM_FILES_STORE: 'disk' }));
    await instanceWith({ S3_SIGNED_SECONDS: 60 }).get(pathOf(address)).expect(200);
  });

  it('may be shown by pages', async () => {
    const address = await keep(png());
    await service.post('/api/help', service.newDialog({ title: 'A picture', text: address })).expect(201);
    const { id } = await service.database.one("select id from dialogs where title = 'A picture'");
    const page = `/forum/help/${id}`;
    await service.database.none('update forums set foreign_images = false, revision = revision + 1');
    const { origin } = new URL(bucket.variables.S3_ENDPOINT ?? '');
    const policyOf = async (request: typeof service.request) =>
      (await request.get(page).expect(200)).headers['content-security-policy'];
    expect(await policyOf(service.request)).not.toContain(origin);
    expect(await policyOf(instanceWith({ S3_SIGNED_SECONDS: 60 }))).toContain(
      `img-src 'self' https://forum.example ${origin};`,
    );
  });
});

describe('S25 while the object store is away', () => {
  let silent: Server;

  beforeAll(async () => {
    silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => {
    silent.close();
  });

  it.each(['silent', 'closed'])('files are a 503 in time, and everything else works: %s', async (how) => {
    const address = await keep('here');
    const port = how === 'silent' ? (silent.address() as AddressInfo).port : 1;
    const request = instanceWith({ S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_TIMEOUT: 300 });
    const count = 'select count(*)::integer as files from files';
    const before = await service.database.one(count);
    const started = Date.now();
    const post = request.post(`/api/file/help?key=${service.key}`);
    for (const answer of [await post.attach('file', png(), 'a.png'), await request.get(pathOf(address))]) {
      expect([answer.status, answer.text, answer.headers['retry-after']]).toEqual([
        503,
        'Service Unavailable',
        '5',
      ]);
    }
    expect(Date.now() - started).toBeLessThan(3_000);
    expect(await service.database.one(count)).toEqual(before);
    expect(await service.storedFiles()).not.toContainEqual(expect.stringMatching(/^incoming/));
    await request.get('/readyz').expect(200);
    await request
      .post('/api/help')
      .send(service.newDialog({ text: address }))
      .expect(201);
  });
});

describe('a configuration', () => {
  it('without a bucket is refused', () => {
    const environment = { FORUM_DATABASE_URL: service.url, FORUM_FILES_DIRECTORY: '/f' };
    expect(() => readConfig({ ...environment, FORUM_FILES_STORE: 's3' })).toThrow(/^S3_BUCKET is not set/);
  });
});
