import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { archiveLines } from './archive.ts';

// `pnpm forum:generate <file>`: an archive of made-up dialogs, for trying out and measuring `forum import`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dialogs: { type: 'string', default: '1000' },
    comments: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
});
const [file] = positionals;
const size = {
  dialogs: Number(values.dialogs),
  comments: Number(values.comments),
  seed: Number(values.seed),
};
if (file === undefined || positionals.length > 1 || !Object.values(size).every(Number.isSafeInteger)) {
  console.error('Usage: pnpm forum:generate <file> [--dialogs 1000] [--comments 5000] [--seed 1]');
  process.exitCode = 2;
} else {
  await pipeline(archiveLines(size), createWriteStream(file));
}
