import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { GENERATED, writeTypes } from './write-types.ts';

it('the types of the client are those of the services; `npm run client:types` writes them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-client-'));
  await writeTypes(folder);
  for (const name of ['knowledge-base.ts', 'forum.ts'])
    expect(await readFile(join(GENERATED, name), 'utf8')).toBe(await readFile(join(folder, name), 'utf8'));
  await rm(folder, { recursive: true });
});
