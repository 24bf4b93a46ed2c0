import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRandom } from '../archives/random.ts';
import { createVocabulary } from '../archives/vocabulary.ts';

/** Words of known frequency: the share of guides that hold them. */
export const MARKED_WORDS: Readonly<Record<string, number>> = {
  hundredthly: 0.01,
  tenthly: 0.1,
  halfway: 0.5,
};

const GUIDES_IN_A_FOLDER = 100;
const BYTES = 5_000;
const WORDS_IN_A_PARAGRAPH = 60;

/** Writes a directory of Markdown guides of about 5 kB, their words as unevenly spread as those of a language (Zipf). */
export async function writeManyGuides(directory: string, guides: number): Promise<void> {
  const nextWord = createVocabulary('en', createRandom(1));
  for (let number = 0; number < guides; number += 1) {
    const folder = join(directory, `part-${Math.floor(number / GUIDES_IN_A_FOLDER)}`);
    if (number % GUIDES_IN_A_FOLDER === 0) await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `guide-${number}.md`), guideText(number, nextWord));
  }
}

function guideText(number: number, nextWord: () => string): string {
  const words = () => Array.from({ length: WORDS_IN_A_PARAGRAPH }, nextWord).join(' ');
  const marks = Object.entries(MARKED_WORDS).flatMap(([word, share]) =>
    number % (1 / share) === 0 ? [word] : [],
  );
  const title = Array.from({ length: 4 }, nextWord).join(' ');
  const parts = [
    `---\ntitle: ${title} ${number}\n---\n`,
    `# ${nextWord()}\n\n${marks.join(' ')} ${words()}.`,
  ];
  for (let bytes = parts.join().length; bytes < BYTES; ) {
    const paragraph = words();
    parts.push(paragraph);
    bytes += paragraph.length;
  }
  return parts.join('\n\n');
}
