import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { roomyFolder } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startKb } from '../testing/run-kb.ts';

describe('without KB_DATABASE_URL', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(await roomyFolder(), 'guidepost-kb-'));
    await chmod(folder, 0o711);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('a command uses the embedded database in DATA_DIR and leaves nothing running', async () => {
    const environment = { DATA_DIR: folder };
    const created = await startKb(
      ['create', 'help.example.com', '--name', 'Help', '--organization', 'Example Ltd'],
      environment,
    ).ended;
    expect(created).toEqual({ code: 0, stdout: 'Created help.example.com (access: public).\n', stderr: '' });
    expect((await startKb(['list'], environment).ended).stdout).toContain('help.example.com');
  });
});
