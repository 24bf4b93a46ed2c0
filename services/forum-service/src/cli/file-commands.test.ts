import { png } from '@guidepost/file-types/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Commands, commandsOn } from '../testing/command-fixture.ts';
import { type FileService, startFileService } from '../testing/file-service.ts';

let service: FileService;
let commands: Commands;

beforeAll(async () => {
  service = await startFileService();
  commands = commandsOn(service.url);
});

beforeEach(() => {
  process.env.FORUM_FILES_DIRECTORY = service.directory;
});

afterAll(async () => {
  delete process.env.FORUM_FILES_DIRECTORY;
  commands.release();
  await service.stop();
});

/** Posts a picture, and gives its address and the last step of that. */
async function keep(): Promise<{ address: string; file: string }> {
  const { text: address } = await service.postFile(png(), 'Lamp.png').expect(201);
  return { address, file: address.slice(address.lastIndexOf('/') + 1) };
}

const answersTo = async ({ address }: { address: string }) =>
  (await service.get(new URL(address).pathname)).status;

describe('forum file list', () => {
  it('lists files, the newest first, with what they are called and the key that they came with', async () => {
    const { file } = await keep();
    const [listed] = (await commands.answerOf('file', 'list', 'help')) as object[];
    expect(listed).toEqual({
      file,
      media_type: 'image/png',
      bytes: png().length,
      name: 'Lamp.png',
      access_key: 'test',
      posted_at: expect.any(String),
    });
    expect((await commands.forum('file', 'list', 'help')).stdout).toMatch(
      new RegExp(`^FILE .*\n${file}  image/png  ${png().length} +Lamp.png  test  20`),
    );
  });
});

describe('forum file delete', () => {
  it('deletes files by their addresses or names, also one that is named twice', async () => {
    const [one, other] = [await keep(), await keep()];
    const { stdout } = await commands.forum('file', 'delete', 'help', one.address, other.file, one.file);
    expect(stdout).toBe(`Deleted ${one.file}, ${other.file}.\n`);
    expect([await answersTo(one), await answersTo(other)]).toEqual([404, 404]);
    expect(await service.kept()).not.toContainEqual(expect.stringContaining(one.file));
    const deeds = (await commands.answerOf('audit', 'list', 'help')) as { details: object }[];
    expect(deeds.map(({ details }) => details)).toEqual([{ file: other.file }, { file: one.file }]);
  });

  it('deletes none when one of them is not there, be it for its ending', async () => {
    const [one, other] = [await keep(), await keep()];
    const misspelt = other.file.replace('.png', '.jpg');
    const { code, stderr } = await commands.forum('file', 'delete', 'help', one.file, misspelt);
    expect([code, stderr]).toEqual([1, `help has no file ${misspelt}.\n`]);
    expect([await answersTo(one), await answersTo(other)]).toEqual([200, 200]);
  });

  it('says when their bytes cannot be reached from where it runs', async () => {
    const kept = await keep();
    delete process.env.FORUM_FILES_DIRECTORY;
    const { stdout } = await commands.forum('file', 'delete', 'help', kept.file);
    expect(stdout).toContain('goes within a day: FORUM_FILES_DIRECTORY is not set.');
    expect(await answersTo(kept)).toBe(404);
  });

  it('takes nothing that cannot be a file', async () => {
    expect(await commands.forum('file', 'delete', 'help', '../../etc/passwd')).toMatchObject({ code: 2 });
  });
});
