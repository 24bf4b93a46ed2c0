import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LEMMA_LANGUAGES } from '@guidepost/lemmas';
import { readCommandLine, refuseUsage } from '../local/command-line.ts';
import { collectInflections } from './inflections.ts';
import { readWordList } from './word-list.ts';
import { writeTable } from './write-table.ts';

const USAGE = `Usage: npm run lemmas:build -- <wheel> [language …]

Builds packages/lemmas/tables from the word lists of simplemma 2.0.0 and from packages/lemmas/irregular, with the stemmers
that search has now; Basque and Turkish from the latter alone. The wheel is a file or an https address: pip download --no-deps simplemma==2.0.0. Needs python3.`;

const PACKAGE = fileURLToPath(new URL('../../packages/lemmas/', import.meta.url));

/** Languages that simplemma has no word list of, or none with an open licence. */
const WITHOUT_WORD_LIST = new Set(['eu', 'tr']);

async function build(source: string, languages: readonly string[]): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'lemmas-'));
  try {
    const wheel = source.startsWith('https://') ? await download(source, directory) : source;
    for (const language of languages) {
      const { words, bytes } = await buildTable(wheel, language);
      console.log(`${language}: ${words.toLocaleString('en')} forms, ${bytes.toLocaleString('en')} bytes`);
    }
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function download(address: string, directory: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  const wheel = join(directory, 'simplemma.whl');
  await writeFile(wheel, Buffer.from(await response.arrayBuffer()));
  return wheel;
}

async function buildTable(wheel: string, language: string): Promise<{ words: number; bytes: number }> {
  // Croatian stands for Serbo-Croatian: it has no stemmer, so that the table is whole for languages that have one.
  const inflections = collectInflections(language === 'hbs' ? 'hr' : language);
  const irregular = await readFile(`${PACKAGE}irregular/${language}.txt`, 'utf8').catch(() => '');
  inflections.addIrregular(irregular);
  if (!WITHOUT_WORD_LIST.has(language)) inflections.addDictionary(readWordList(wheel, language));
  const table = writeTable(inflections.words);
  await writeFile(`${PACKAGE}tables/${language}.lemmas`, table);
  return { words: inflections.words.size, bytes: table.length };
}

const { positionals } = readCommandLine(USAGE, { most: 1 + LEMMA_LANGUAGES.length });
const [wheel = refuseUsage(USAGE, 'The wheel is missing.'), ...only] = positionals;
const unknown = only.find((language) => !LEMMA_LANGUAGES.includes(language));
if (unknown !== undefined) refuseUsage(USAGE, `There is no table of '${unknown}'.`);
try {
  await build(wheel, only.length > 0 ? only : LEMMA_LANGUAGES);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
