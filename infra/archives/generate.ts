import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readCommandLine, refuseUsage, wholeNumber } from '../local/command-line.ts';
import { type ArchiveSize, archiveLines } from './archive.ts';

const USAGE = `Usage: npm run forum:generate -- <file> [--dialogs 1000] [--comments 5000] [--seed 1]

Generates an archive for trying out and measuring forum import.`;

const OPTIONS = {
  dialogs: { type: 'string', default: '1000' },
  comments: { type: 'string', default: '5000' },
  seed: { type: 'string', default: '1' },
} as const;

const { values, positionals } = readCommandLine(USAGE, { options: OPTIONS, most: 1 });
const [file = refuseUsage(USAGE, 'A file is missing.')] = positionals;
const size: ArchiveSize = {
  dialogs: wholeNumber(USAGE, 'dialogs', values.dialogs),
  comments: wholeNumber(USAGE, 'comments', values.comments),
  seed: wholeNumber(USAGE, 'seed', values.seed),
};
try {
  await pipeline(archiveLines(size), createWriteStream(file));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
