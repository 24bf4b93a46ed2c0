import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { type ArchiveSize, archiveLines } from './archive.ts';

const USAGE = 'Usage: pnpm forum:generate <file> [--dialogs 1000] [--comments 5000] [--seed 1]';

const OPTIONS = {
  dialogs: { type: 'string', default: '1000' },
  comments: { type: 'string', default: '5000' },
  seed: { type: 'string', default: '1' },
} as const;

// `pnpm forum:generate <file>`: generates an archive for trying out and measuring `forum import`.
process.exitCode = await generate(process.argv.slice(2));

async function generate(words: string[]): Promise<number> {
  const wanted = readWords(words);
  if (!wanted) {
    console.error(USAGE);
    return 2;
  }
  try {
    await pipeline(archiveLines(wanted.size), createWriteStream(wanted.file));
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

/** Undefined for invalid arguments. */
function readWords(args: string[]): { file: string; size: ArchiveSize } | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
    const [file, ...more] = positionals;
    const numbers = [values.dialogs, values.comments, values.seed];
    if (file === undefined || more.length > 0 || !numbers.every((digits) => /^\d{1,9}$/.test(digits)))
      return undefined;
    const [dialogs = 0, comments = 0, seed = 0] = numbers.map(Number);
    return { file, size: { dialogs, comments, seed } };
  } catch {
    return undefined;
  }
}
