import { png } from '@guidepost/file-types/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Commands, commandsOn } from '../testing/command-fixture.ts';
import { writeForum } from '../testing/content.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';

let service: FileService;
let commands: Commands;

beforeEach(async () => {
  service = await startFileService();
  commands = commandsOn(service.url);
  await writeForum(service.database, { slug: 'quiet' });
});

afterEach(() => {
  delete process.env.FORUM_FILES_DIRECTORY;
});

afterEach(async () => {
  commands.release();
  await service.stop();
});

/** Posts a file and returns its name. */
async function keep(bytes: Buffer | string, name: string): Promise<string> {
  const { text } = await service.postFile(bytes, name).expect(201);
  return text.slice(text.lastIndexOf('/') + 1);
}

describe('forum file list', () => {
  it('lists files with their keys, newest first', async () => {
    const first = await keep(png(), 'first.png');
    const second = await keep('a;b\n1;2\n', 'second.txt');
    const common = { access_key: 'test', posted_at: expect.any(String) };
    expect(await commands.answerOf('file', 'list', 'help')).toEqual([
      { file: second, media_type: 'text/csv', bytes: 8, name: 'second.csv', ...common },
      { file: first, media_type: 'image/png', bytes: png().length, name: 'first.png', ...common },
    ]);
    const { stdout } = await commands.forum('file', 'list', 'help');
    expect(stdout).toMatch(/^FILE +TYPE +BYTES +SAVED AS +KEY +POSTED \(UTC\)\n/);
    expect(stdout).toMatch(new RegExp(String.raw`^${first} .* \d{4}-\d\d-\d\d \d\d:\d\d$`, 'm'));
  });

  it('adds up to the storage in forum account show', async () => {
    await keep(png(), 'a.png');
    await keep('x'.repeat(250_000), 'a.txt');
    const stored_bytes = png().length + 250_000;
    expect(await commands.answerOf('account', 'show', 'help')).toMatchObject({ stored_bytes });
    const { stdout } = await commands.forum('account', 'show', 'help');
    expect(stdout).toMatch(/^Storage used +0\.3 MB$/m);
  });

  it('reports when there are no files, and no forum', async () => {
    expect((await commands.forum('file', 'list', 'quiet')).stdout).toBe('The forum has no files.\n');
    expect(await commands.forum('file', 'list', 'nowhere')).toMatchObject({
      code: 1,
      stderr: 'There is no forum nowhere.\n',
    });
  });
});

describe('forum file delete', () => {
  const remove = (...files: string[]) => commands.forum('file', 'delete', 'help', ...files, '--yes');

  it('deletes files and their bytes, by address or name, with an audit entry', async () => {
    process.env.FORUM_FILES_DIRECTORY = service.directory;
    const names = [await keep(png(), 'a.png'), await keep('text', 'b.txt')];
    const [one = '', other = ''] = names;
    const before = await service.storedFiles();
    const typed = [`https://forum.example/api/file/help/${one}`, other, one];
    const command = ['file', 'delete', 'help', ...typed, '--yes', '--by', 'Maja'];
    expect(await commands.answerOf(...command)).toEqual({
      slug: 'help',
      files: names,
      deleted: true,
    });
    for (const name of names) await service.get(`/api/file/help/${name}`).expect(404);
    expect(await service.storedFiles()).toEqual(
      before.filter((name) => !names.some((gone) => name.includes(gone))),
    );
    expect(await commands.answerOf('audit', 'list', 'help', '--limit', '2')).toMatchObject(
      [other, one].map((file) => ({ by: 'Maja', action: 'file delete', details: { file } })),
    );
  });

  it('reports that bytes are deleted later if it does not know the directory', async () => {
    const name = await keep(png(), 'a.png');
    const { stdout } = await remove(name);
    expect(stdout).toBe(
      `Deleted ${name}.\nThe running service deletes the contents within a day, because FORUM_FILES_DIRECTORY is not set here.\n`,
    );
    await service.get(`/api/file/help/${name}`).expect(404);
    expect((await service.storedFiles()).some((kept) => kept.includes(name))).toBe(true);
  });

  it('deletes nothing if one of them does not exist, or has another ending', async () => {
    const [name, other] = [await keep(png(), 'a.png'), await keep('text', 'b.txt')];
    for (const missing of [`${'x'.repeat(22)}.png`, other.replace('.txt', '.png')])
      expect(await remove(name, missing)).toMatchObject({
        code: 1,
        stderr: `help has no file ${missing}.\n`,
      });
    for (const kept of [name, other]) await service.get(`/api/file/help/${kept}`).expect(200);
  });

  it('requires confirmation and names', async () => {
    const name = await keep(png(), 'a.png');
    expect(await commands.forum('file', 'delete', 'help', name)).toMatchObject({ code: 2 });
    expect(await remove('a.png')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be a name from forum file list'),
    });
  });
});
