import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { whileStopped } from '@guidepost/local-servers';
import { FOLDERS, PLATFORM, writeArchive } from './archive.ts';
import { requireEmbedded, runCommand } from './command.ts';

const USAGE =
  'Usage: npm run backup [-- <file>]\n\nCopies the embedded database and the files of forums into one file. Stop npm start first.';

// `npm run backup`: the embedded database and the files of forums in one file (docs/operations.md).
await runCommand({ usage: USAGE, most: 1 }, async ([name], { DATA_DIR, ...settings }) => {
  requireEmbedded(settings);
  const made = new Date().toISOString();
  const file = resolve(name ?? `guidepost-${made.slice(0, 19).replaceAll(':', '-')}.tar.gz`);
  const postgresql = await whileStopped(join(DATA_DIR, 'postgres'), async ({ version }) => {
    const folders = FOLDERS.filter((folder) => existsSync(join(DATA_DIR, folder)));
    const described = { format: 1, made, postgresql: version, platform: PLATFORM } as const;
    await writeArchive(file, { directory: DATA_DIR, folders, version: described });
    return version;
  });
  const megabytes = Math.ceil((await stat(file)).size / 1_000_000);
  console.log(`${file}: data of PostgreSQL ${postgresql} and the files of forums, ${megabytes} MB.`);
  console.log('It holds e-mail addresses and keys: keep it as safe as the data.');
});
