import { untilBlocked } from '@guidepost/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteForum } from '../forums/administration.ts';
import { requireForum } from '../forums/find-forum.ts';
import { deleteFiles } from '../moderation/delete-files.ts';
import { writeForum, writeKey } from '../testing/content.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';
import { cleanFiles } from './clean-files.ts';
import { parseFileName } from './file-name.ts';
import { insertFile, MEGABYTE } from './files.ts';

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

describe('account storage', () => {
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
    const moderation = { slug: 'help', by: 'Maja', action: 'file delete' };
    if (name) await deleteFiles(service.database, { moderation, names: [name], directory: undefined });
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
