import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CLAIM, createDiskStore } from '@guidepost/files';
import { png } from '@guidepost/files/testing';
import { until } from '@guidepost/local-servers/testing';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteFiles } from '../moderation/delete-files.ts';
import { deleteForum } from '../tenants/administration.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { writeForum, writeKey } from '../testing/content.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';
import { operatorNamed } from '../testing/posts.ts';
import { cleanFiles, createFileCleaning } from './clean-files.ts';
import { parseFileName } from './file-names.ts';
import { insertFile, MEGABYTE } from './files.ts';

describe('account storage', () => {
  let service: FileService;

  beforeAll(async () => {
    service = await startFileService({ FORUM_ACCOUNT_STORAGE: '1' });
  });

  afterAll(() => service.stop());

  afterEach(async () => {
    await service.database.none('delete from files');
    await cleanFiles(service);
  });

  const ofKilobytes = (count: number) => 'x'.repeat(1_000 * count);
  const stored = async (account = 'help') =>
    (await service.database.one('select stored_bytes from accounts where name = $1', [account])).stored_bytes;

  /** Creates another forum of the same account. */
  async function writeSibling(slug: string): Promise<number> {
    const id = await writeForum(service.database, { slug });
    await service.database.none(
      `update forums set account_id = (select account_id from forums where slug = 'help') where id = $1`,
      [id],
    );
    return id;
  }

  async function newFile(forumId: number, bytes: number) {
    const { id: accessKeyId } = await service.database.one('select min(id) as id from access_keys');
    return { forumId, accessKeyId, media_type: 'text/plain', bytes, name: 'a.txt' };
  }

  it('is full when the next file does not fit: 413 with an explanation, and nothing is stored', async () => {
    await service.postFile(ofKilobytes(600)).expect(201);
    const before = await service.storedFiles();
    const { status, type, text } = await service.postFile(ofKilobytes(401));
    expect([status, type, text]).toEqual([
      413,
      'text/plain',
      'Content Too Large: The storage of this account is full. Its files may use 1 MB in total.',
    ]);
    expect(await service.storedFiles()).toEqual(before);
    await service.postFile(ofKilobytes(400)).expect(201);
    expect(await stored()).toBe(MEGABYTE);
  });

  it('is never exceeded by concurrent uploads', async () => {
    const before = await service.storedFiles();
    const answers = await Promise.all(Array.from({ length: 10 }, () => service.postFile(ofKilobytes(300))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 413)).toHaveLength(7);
    expect(await stored()).toBe(900_000);
    expect(await service.storedFiles()).toHaveLength(before.length + 3);
  });

  it('counts a file in progress before another is added', async () => {
    const { database } = service;
    const { id: forumId } = await requireForum(database, 'help');
    const file = await newFile(forumId, 600_000);
    const { adding } = await database.tx(async (transaction) => {
      await insertFile(transaction, { ...file, token: 'a'.repeat(22) }, MEGABYTE);
      const adding = Promise.allSettled([insertFile(database, { ...file, token: 'b'.repeat(22) }, MEGABYTE)]);
      await untilBlocked(database);
      return { adding };
    });
    expect(await adding).toMatchObject([{ status: 'rejected', reason: { kind: 'too-large' } }]);
    expect(await stored()).toBe(600_000);
  });

  it('is shared by all forums of the account, and by no other account', async () => {
    await writeSibling('sibling');
    await service.postFile(ofKilobytes(600)).expect(201);
    const post = (slug: string, key: string) =>
      service.request
        .post(`/api/file/${slug}?key=${key}`)
        .attach('file', Buffer.from(ofKilobytes(600)), 'a.txt');
    await post('sibling', service.key).expect(413);
    const key = await writeKey(service.database, await writeForum(service.database, { slug: 'other' }));
    await post('other', key).expect(201);
    expect([await stored(), await stored('other')]).toEqual([600_000, 600_000]);
  });

  it('is freed when files are deleted', async () => {
    const { text: address } = await service.postFile(ofKilobytes(600)).expect(201);
    await service.postFile(ofKilobytes(200)).expect(201);
    const name = parseFileName(address.slice(address.lastIndexOf('/') + 1));
    const moderation = { slug: 'help', actor: operatorNamed('Maja'), action: 'file delete' } as const;
    if (name) await deleteFiles(service.database, { moderation, names: [name], files: undefined });
    expect(await stored()).toBe(200_000);
  });

  it('is freed when a forum is deleted, even during an upload', async () => {
    const { database } = service;
    const forumId = await writeSibling('gone');
    const file = await newFile(forumId, 1_000);
    await insertFile(database, { ...file, token: 'a'.repeat(22) }, MEGABYTE);
    const { deleting } = await database.tx(async (transaction) => {
      await insertFile(transaction, { ...file, token: 'b'.repeat(22) }, MEGABYTE);
      const deleting = deleteForum(database, 'gone');
      await untilBlocked(database);
      return { deleting };
    });
    await deleting;
    expect(await stored()).toBe(0);
  });

  it('is recounted daily', async () => {
    await service.postFile(ofKilobytes(100)).expect(201);
    await service.database.none('update accounts set stored_bytes = 7');
    await cleanFiles(service);
    expect(await stored()).toBe(100_000);
  });
});

describe('file cleaning', () => {
  const HOUR = 3_600_000;

  let service: FileService;

  beforeAll(async () => {
    service = await startFileService({ FORUM_FILES_STORE: 'disk' });
  });

  afterAll(() => service.stop());

  async function leave(name: string, hours: number): Promise<void> {
    const path = join(service.directory, name);
    await writeFile(path, 'x');
    const time = new Date(Date.now() - hours * HOUR);
    await utimes(path, time, time);
  }

  const clean = (hoursFromNow = 0) => cleanFiles(service, Date.now() + hoursFromNow * HOUR);

  const unknown = (letter: string) => `1-${letter.repeat(22)}.png`;

  it('deletes uploads abandoned for an hour, and leaves others in progress', async () => {
    await leave('incoming/crashed', 2);
    await leave('incoming/under-way', 0.5);
    await clean();
    expect(await service.storedFiles()).toEqual(['incoming/under-way']);
  });

  it('deletes orphaned bytes after a day, and nothing else', async () => {
    const { text: address } = await service.postFile(png(), 'a.png').expect(201);
    await leave(unknown('a'), 25);
    await leave(unknown('b'), 23);
    await leave('notes-of-an-operator', 1_000);
    await clean();
    await clean(0.1);
    const kept = await readdir(service.directory);
    expect(kept).toHaveLength(5);
    expect(kept).toEqual(expect.arrayContaining([unknown('b'), 'notes-of-an-operator', 'incoming', CLAIM]));
    await service.get(new URL(address).pathname).expect(200);
    await clean(25);
    await service.get(new URL(address).pathname).expect(200);
    expect(await readdir(service.directory)).not.toContain(unknown('b'));
  });

  it('looks up a thousand files at a time', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `1-${String(index).padStart(22, '0')}.png`);
    await Promise.all(names.map((name) => leave(name, 25)));
    await clean();
    const kept = new Set(await readdir(service.directory));
    expect(names.filter((name) => kept.has(name))).toEqual([]);
  });

  it('deletes the files of a deleted forum', async () => {
    await writeForum(service.database, { slug: 'gone' });
    await service.database.none(
      `update forums set account_id = (select account_id from forums where slug = 'help')`,
    );
    await service.settled('gone');
    const { text: address } = await service.request
      .post(`/api/file/gone?key=${service.key}`)
      .attach('file', png(), 'a.png')
      .expect(201);
    const before = await service.storedFiles();
    await deleteForum(service.database, 'gone');
    await clean(25);
    expect((await service.storedFiles()).length).toBe(before.length - 1);
    await service.settled('help');
    await service.get(new URL(address).pathname).expect(404);
  });

  it('deletes nothing if the directory belongs to another database, such as one yet to be restored', async () => {
    await clean();
    await leave(unknown('c'), 25);
    const { database } = service;
    await database.none("update secrets set name = 'lost' where name = 'files'");
    await expect(clean()).rejects.toMatchObject({ kind: 'conflict' });
    expect(await service.storedFiles()).toContain(unknown('c'));
    await database.none("delete from secrets where name = 'files'");
    await database.none("update secrets set name = 'files' where name = 'lost'");
    await clean();
    expect(await service.storedFiles()).not.toContain(unknown('c'));
  });

  it('starts with the service', async () => {
    await leave('incoming/crashed', 2);
    const worker = createFileCleaning(service, service.context.logger);
    worker.start();
    await until(
      'the file is deleted',
      async () => !(await service.storedFiles()).includes('incoming/crashed'),
    );
    await worker.stop();
  });

  it('logs once that the directory is missing', async () => {
    const worker = createFileCleaning(
      { ...service, stores: [createDiskStore('/nonexistent')] },
      service.context.logger,
    );
    worker.start();
    await until('the log says so', () =>
      service.logLines.some((line) => line.includes('cannot delete orphaned files')),
    );
    await worker.stop();
  });
});
