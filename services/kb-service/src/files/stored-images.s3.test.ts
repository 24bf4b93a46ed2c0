import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileStore } from '@guidepost/files';
import { readLogo } from '@guidepost/files/images';
import { createTestBucket, png, type TestBucket } from '@guidepost/files/testing';
import { until } from '@guidepost/local-servers/testing';
import { createLogger } from '@guidepost/service-kit/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import { openImportSource } from '../archive/import/open-import-source.ts';
import { type Config, readConfig } from '../config.ts';
import { setLogo } from '../tenants/logo.ts';
import { OPERATOR } from '../testing/content.ts';
import { writeFiles } from '../testing/import-fixture.ts';
import { runKb } from '../testing/processes.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { cleanImages } from './clean-images.ts';
import { createImageStore } from './image-store.ts';
import { createImageMoves, moveToStore } from './move-images.ts';

const HOST = 'help.example.com';
const HOUR = 3_600_000;

let folder: string;
let bucket: TestBucket;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-stored-'));
  bucket = await createTestBucket();
  service = await startTestService([{ host: HOST }], { ...bucket.variables, KB_FILES_STORE: 's3' });
});
afterAll(async () => {
  await service.stop();
  await bucket.remove();
  await rm(folder, { recursive: true });
});

function store(changes: Partial<Config> = {}): FileStore {
  const opened = createImageStore({ ...service.context.config, ...changes });
  if (!opened) throw new Error('There is no bucket.');
  return opened;
}

const kb = (...words: string[]) => runKb(words, { KB_DATABASE_URL: service.url, ...bucket.variables });

async function importImages(...images: Buffer[]): Promise<void> {
  const names = images.map((_, index) => `image-${index}.png`);
  const content = names.map((name) => `<img src="${name}">`).join('');
  await writeFiles(folder, {
    'guide.html': content,
    ...Object.fromEntries(names.map((name, index) => [name, images[index] ?? ''])),
  });
  const source = await openImportSource(folder);
  await importKnowledgeBase(service.database, OPERATOR, {
    host: HOST,
    source,
    signal: new AbortController().signal,
  });
  await service.settled(HOST);
}

interface Row {
  address: string;
  object: string;
  held: boolean;
}

/** Images by their path. */
async function rows(): Promise<Row[]> {
  return service.database.any(
    `select '/files/' || token || '.png' as address, 'kb/' || knowledge_base_id || '-' || token || '.png' as object,
      bytes is not null as held
    from files order by path`,
  );
}

const held = async () => (await rows()).map((row) => row.held);
const get = (address: string) => service.request.get(address).buffer(true);

async function moveAll(): Promise<void> {
  while (await moveToStore(service.database, store())) {
    // until none is left
  }
}

describe('images in an object store', () => {
  it('are imported into the database, and moved to the store, byte for byte', async () => {
    await importImages(png('a'), png('b'));
    expect([await held(), await bucket.names()]).toEqual([[true, true], []]);
    const before = await Promise.all((await rows()).map(({ address }) => get(address).expect(200)));
    const worker = createImageMoves(service.database, store(), service.context.logger);
    worker.start();
    await until('both are moved', async () => !(await held()).includes(true));
    await worker.stop();
    expect(await bucket.names()).toEqual((await rows()).map(({ object }) => object).sort());
    for (const [index, { address }] of (await rows()).entries()) {
      const { date: _, ...headers } = before[index]?.headers ?? {};
      const after = await get(address).expect(200);
      expect(after.headers).toMatchObject(headers);
      expect(Buffer.compare(after.body, before[index]?.body)).toBe(0);
      await get(address)
        .set('If-None-Match', after.headers.etag ?? '')
        .expect(304);
    }
  });

  it('are found again by an import, and exported from there', async () => {
    await importImages(png('a'), png('b'));
    expect(await held()).toEqual([false, false]);
    const file = join(folder, 'export.json');
    expect(await kb('export', HOST, file)).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, 'export-files', 'image-0.png'))).toEqual(png('a'));
  });

  it('are logos too', async () => {
    const path = join(folder, 'logo.png');
    await writeFiles(folder, { 'logo.png': png('logo') });
    const { logo } = await setLogo(service.database, OPERATOR, { host: HOST, logo: await readLogo(path) });
    await moveAll();
    const { body } = await get(logo?.address ?? '').expect(200);
    expect(Buffer.compare(body, png('logo'))).toBe(0);
  });

  it('are copied back and there again by a command, which says what it copied', async () => {
    const there = await kb('files', 'copy', '--to', 'database');
    expect(there.stdout).toMatch(
      /^Copied 3 images \([\d.]+ (?:kB|bytes)\) to the database; 0 were there already\.\n$/,
    );
    expect(await held()).toEqual([true, true, true]);
    const back = await kb('files', 'copy', '--to', 's3', '--json');
    expect(JSON.parse(back.stdout)).toMatchObject({ to: 's3', copied: 3, present: 0, missing: [] });
    expect((await kb('files', 'copy', '--to', 's3')).stdout).toMatch(/^Copied 0 .*; 3 were there/);
  });

  it('are deleted a day after their row, and others stay', async () => {
    const [first] = await rows();
    await importImages(png('b'));
    await cleanImages(service.database, store(), Date.now() + 23 * HOUR);
    expect(await bucket.names()).toContain(first?.object);
    await cleanImages(service.database, store(), Date.now() + 25 * HOUR);
    expect(await bucket.names()).toEqual(
      [...(await rows()).map(({ object }) => object), 'kb/database'].sort(),
    );
  });

  it('that the store has lost are a 503, and named by a copy', async () => {
    const [row] = await rows();
    await store().delete(row?.object.slice('kb/'.length) ?? '');
    const { status, headers } = await get(row?.address ?? '');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    const { code, stderr } = await kb('files', 'copy', '--to', 'database');
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('1 image could not be found in the store:\n'),
    ]);
  });
});

describe('S25 while the object store is away', () => {
  it('images are imported and shown, and moved when it is back', async () => {
    await moveAll();
    const logger = createLogger({ service: 'kb', level: 'silent' });
    const away = store({ S3_ENDPOINT: 'http://127.0.0.1:1' });
    let failed = false;
    const worker = createImageMoves(service.database, away, {
      ...logger,
      warn: () => (failed = true),
    } as never);
    await importImages(png('newer'), png('newest'));
    worker.start();
    await until('it has tried', () => failed);
    await worker.stop();
    for (const { address, held: isHeld } of await rows()) if (isHeld) await get(address).expect(200);
    await moveAll();
    expect(await held()).not.toContain(true);
  });

  it('a configuration without a bucket is refused', () => {
    const read = () => readConfig({ KB_DATABASE_URL: service.url, KB_FILES_STORE: 's3' });
    expect(read).toThrow(/^S3_BUCKET is not set/);
  });
});
