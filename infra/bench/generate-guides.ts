import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Words of known frequency: the share of guides that hold them. */
export const MARKED_WORDS: Readonly<Record<string, number>> = {
  hundredthly: 0.01,
  tenthly: 0.1,
  halfway: 0.5,
};

const GUIDES_IN_A_FOLDER = 100;
const BYTES = 5_000;
const VOCABULARY = 20_000;
const WORDS_IN_A_PARAGRAPH = 60;

/** Writes a directory of Markdown guides of about 5 kB, their words as unevenly spread as those of a language (Zipf). */
export async function writeManyGuides(directory: string, guides: number): Promise<void> {
  const nextWord = createWords();
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

/** The same words in the same order each time, so that runs can be compared. */
function createWords(): () => string {
  const sums: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= VOCABULARY; rank += 1) {
    sum += 1 / rank;
    sums.push(sum);
  }
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return spell(firstAtLeast(sums, (state / 2_147_483_647) * sum));
  };
}

function firstAtLeast(sums: number[], target: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

const SYLLABLES = [
  'ba',
  'cor',
  'den',
  'fi',
  'gol',
  'han',
  'ki',
  'lum',
  'mo',
  'nar',
  'pel',
  'ri',
  'sto',
  'tun',
  'ver',
  'zas',
];

/** Words of two to four syllables: as long as those of a language. */
function spell(rank: number): string {
  const word: string[] = [];
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word.push(SYLLABLES[rest % SYLLABLES.length] ?? '');
  }
  return word.join('');
}
