import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { png } from '@guidepost/file-types/testing';
import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteForum } from '../forums/administration.ts';
import { writeForum } from '../testing/content.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';
import { CLAIM } from './claim-directory.ts';
import { cleanFiles, createFileCleaning } from './clean-files.ts';

const HOUR = 3_600_000;

let service: FileService;

beforeAll(async () => {
  service = await startFileService();
});

afterAll(() => service.stop());

/** Creates a file of this age. */
async function leave(name: string, hours: number): Promise<void> {
  const path = join(service.directory, name);
  await writeFile(path, 'x');
  const time = new Date(Date.now() - hours * HOUR);
  await utimes(path, time, time);
}

const clean = (hoursFromNow = 0) =>
  cleanFiles({ database: service.database, directory: service.directory }, Date.now() + hoursFromNow * HOUR);

const unknown = (letter: string) => `1-${letter.repeat(22)}.png`;

describe('file cleaning', () => {
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
    const worker = createFileCleaning(
      { database: service.database, directory: service.directory },
      service.context.logger,
    );
    worker.start();
    await until(
      'the file is deleted',
      async () => !(await service.storedFiles()).includes('incoming/crashed'),
    );
    await worker.stop();
  });

  it('logs once that the directory is missing', async () => {
    const worker = createFileCleaning(
      { database: service.database, directory: '/nonexistent' },
      service.context.logger,
    );
    worker.start();
    await until('the log says so', () =>
      service.logLines.some((line) => line.includes('cannot delete orphaned files')),
    );
    await worker.stop();
  });
});
