import { brotliCompressSync, constants, crc32 } from 'node:zlib';
import { TABLE } from '@guidepost/lemmas';
import { type BuiltAutomaton, buildAutomaton, sharedLength } from './automaton.ts';

/** Prefixes of participles (ge-), superlatives (naj-) and the like, in letters. */
const LATEST_INFIX = 6;
const LONGEST_INFIX = 5;
/** Letters that an infix must save, since most edits shall be alike. */
const WORTH = 3;

/** Writes a table of lemmas by form. @returns the file that `readTable` of packages/lemmas reads */
export function writeTable(words: ReadonlyMap<string, readonly string[]>): Buffer {
  const alphabet = findAlphabet(words);
  const labels = new Map(Array.from(alphabet, (letter, at) => [letter, at + 1]));
  const paths: string[] = [];
  for (const [form, lemmas] of words) {
    for (const lemma of lemmas.slice(0, TABLE.mostLemmas)) {
      const path = pathOf(form, lemma, labels);
      if (path !== undefined) paths.push(path);
    }
  }
  return writeFile(buildAutomaton(paths.sort()), alphabet);
}

/** The commonest letters in the order of Unicode: a word with a rare one is a foreign name or a mistake. */
function findAlphabet(words: ReadonlyMap<string, readonly string[]>): string {
  const counts = new Map<string, number>();
  for (const [form, lemmas] of words) {
    for (const word of [form, ...lemmas]) {
      for (const unit of word.split('')) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
  }
  const common = [...counts].sort(([, one], [, other]) => other - one).slice(0, TABLE.mostLetters);
  return common
    .map(([letter]) => letter)
    .sort()
    .join('');
}

function pathOf(form: string, lemma: string, labels: ReadonlyMap<string, number>): string | undefined {
  const { start, length, trim, appended } = findEdit(form, lemma);
  const letters = spell(form, labels);
  const ending = spell(appended, labels);
  if (letters === undefined || ending === undefined) return undefined;
  return (
    letters + String.fromCharCode(TABLE.edit, start, length, trim) + ending + String.fromCharCode(TABLE.end)
  );
}

function spell(word: string, labels: ReadonlyMap<string, number>): string | undefined {
  const numbers = word.split('').map((letter) => labels.get(letter));
  return numbers.some((label) => label === undefined)
    ? undefined
    : String.fromCharCode(...(numbers as number[]));
}

interface Edit {
  start: number;
  length: number;
  trim: number;
  appended: string;
}

function findEdit(form: string, lemma: string): Edit {
  let best = editAfter(form, lemma, { start: 0, length: 0 });
  let worth = WORTH;
  for (let start = 0; start <= LATEST_INFIX && start <= sharedLength(form, lemma); start += 1) {
    for (let length = 1; length <= LONGEST_INFIX && start + length < form.length; length += 1) {
      const edit = editAfter(form, lemma, { start, length });
      if (edit.appended.length + worth > best.appended.length) continue;
      best = edit;
      worth = 1;
    }
  }
  return best;
}

function editAfter(form: string, lemma: string, { start, length }: { start: number; length: number }): Edit {
  const rest = form.slice(0, start) + form.slice(start + length);
  // The parts that are cut out stay in front of those that are trimmed.
  const shared = Math.max(start, sharedLength(rest, lemma));
  return { start, length, trim: rest.length - shared, appended: lemma.slice(shared) };
}

function writeFile({ arcs, root }: BuiltAutomaton, alphabet: string): Buffer {
  const header = Buffer.alloc(TABLE.headerBytes - TABLE.checkedFrom);
  header.writeUInt32LE(arcs.length - 1, 0);
  header.writeUInt32LE(root, 4);
  header.writeUInt32LE(2 * alphabet.length, 8);
  const columns = writeColumns(arcs);
  const params = {
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: columns.length,
  };
  const checked = Buffer.concat([
    header,
    Buffer.from(alphabet, 'utf16le'),
    brotliCompressSync(columns, { params }),
  ]);
  const start = Buffer.from(`${TABLE.magic}\0\0\0\0`, 'latin1');
  start.writeUInt32LE(crc32(checked), TABLE.magic.length);
  return Buffer.concat([start, checked]);
}

function writeColumns(arcs: Uint32Array): Buffer {
  const labels: number[] = [];
  const distances: number[] = [];
  arcs.subarray(1).forEach((arc, at) => {
    labels.push(arc & 255);
    const target = arc >>> TABLE.targetShift;
    const distance = target === 0 ? 0 : at + 1 - target;
    let value = (distance << 1) | ((arc & TABLE.lastArc) === 0 ? 0 : 1);
    for (; value > 127; value >>>= 7) distances.push((value & 127) | 128);
    distances.push(value);
  });
  return Buffer.concat([Buffer.from(labels), Buffer.from(distances)]);
}
