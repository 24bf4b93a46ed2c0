import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FileStore, readFile } from '../file-store.ts';
import { itIsAFileStore, namesIn } from '../testing/store-contract.ts';
import { createTestBucket, type TestBucket } from '../testing/test-bucket.ts';
import type { S3Config } from './s3-config.ts';
import { createS3Store } from './s3-store.ts';

let bucket: TestBucket;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-uploads-'));
  bucket = await createTestBucket();
});
afterAll(async () => {
  await bucket.remove();
  await rm(folder, { recursive: true });
});

function storeWith(config: Partial<S3Config> & { folder: string; pageSize?: number }): FileStore {
  return createS3Store({ ...bucket.config, ...config });
}

describe('a store that speaks S3', () => {
  itIsAFileStore(async () => ({ store: storeWith({ folder: 'contract' }), folder }));

  it('keeps its objects below the prefix and the name of the service', async () => {
    const store = storeWith({ S3_PREFIX: 'acme/', folder: 'forum' });
    await store.put('1-a.png', Buffer.from('x'));
    expect(await bucket.names()).toContain('acme/forum/1-a.png');
    expect(await namesIn(store)).toEqual(['1-a.png']);
  });

  it('lists more than one page', async () => {
    const store = storeWith({ folder: 'many', pageSize: 2 });
    const names = ['1-a.txt', '1-b.txt', '1-c.txt', '1-d.txt', '1-e.txt'];
    for (const name of names) await store.put(name, Buffer.from('x'));
    expect(await namesIn(store)).toEqual(names);
  });

  it('signs addresses that give a file, with the headers that make it harmless, and nothing else', async () => {
    const store = storeWith({ S3_SIGNED_SECONDS: 60, folder: 'signed' });
    await store.put('1-a.pdf', Buffer.from('%PDF'));
    const access = {
      method: 'GET',
      contentType: 'application/pdf',
      contentDisposition: 'attachment; filename=a.pdf',
    } as const;
    const address = (await store.signedAddress?.('1-a.pdf', access)) ?? '';
    const answer = await fetch(address, { headers: { range: 'bytes=-3' } });
    expect([answer.status, await answer.text()]).toEqual([206, 'PDF']);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=a.pdf');
    for (const other of [address.replace('application%2Fpdf', 'text%2Fhtml'), address.replace('1-a', '1-b')])
      expect((await fetch(other)).status).toBe(403);
  });
});

describe('a store that speaks S3 is unavailable', () => {
  let server: Server;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const away = (config: Partial<S3Config>) => storeWith({ S3_TIMEOUT: 200, folder: 'away', ...config });
  const atServer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function failuresOf(store: FileStore): Promise<unknown[]> {
    const work = [
      store.put('1-a.png', Buffer.from('x')),
      readFile(store, '1-a.png'),
      store.sizeOf('1-a.png'),
      store.delete('1-a.png'),
      namesIn(store),
      store.claim('ours'),
    ];
    const results = await Promise.allSettled(work);
    return results.map((result) => (result.status === 'rejected' ? result.reason.kind : 'done'));
  }

  const UNAVAILABLE = Array(6).fill('unavailable');

  it('when nothing listens there', async () => {
    expect(await failuresOf(away({ S3_ENDPOINT: 'http://127.0.0.1:1' }))).toEqual(UNAVAILABLE);
  });

  it.each<[string, RequestListener]>([
    ['never answers', () => {}],
    ['answers with errors', (_, response) => response.writeHead(500).end()],
    [
      'refuses the key',
      (_, response) => response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>'),
    ],
  ])('when it %s', async (_, listener) => {
    answer = listener;
    expect(await failuresOf(away({ S3_ENDPOINT: atServer() }))).toEqual(UNAVAILABLE);
  });

  it.each<[string, RequestListener]>([
    [
      'stops in the middle',
      (_, response) => void response.writeHead(200, { 'Content-Length': 10 }).write('123'),
    ],
    [
      'breaks off',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': 10 }).write('123');
        setImmediate(() => response.destroy());
      },
    ],
  ])('when it %s of a file', async (_, listener) => {
    answer = listener;
    const reading = readFile(away({ S3_ENDPOINT: atServer() }), '1-a.png');
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('when there is no such bucket', async () => {
    const reading = readFile(storeWith({ S3_BUCKET: 'guidepost-none', folder: 'a' }), '1-a.png');
    await expect(reading).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
