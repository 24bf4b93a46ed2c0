import { brotliDecompressSync, crc32 } from 'node:zlib';

/**
 * A table is the smallest automaton that accepts one path for each form and lemma of a language: `letters of the form,
 * edit, start, length, trim, letters to append, end`. The lemma is the form without `length` letters from `start` and
 * without its last `trim` letters, and with the letters appended: `gegangen, edit, 0, 2, 4, h, e, n, end`. Letters are
 * numbered from 1 in the order of the alphabet; start, length and trim are plain numbers.
 *
 * An arc is a number of 32 bits: its label in 8, one that is set on the last arc of a state, and in 23 the state that
 * follows. A state is the number of its first arc; there is no arc 0. The file is:
 *
 * - `magic`, then in 32 bits each, little-endian: the CRC-32 of what follows it, the number of arcs, the first state
 * and the
 *   bytes of the alphabet; then the alphabet in UTF-16LE;
 * - compressed with Brotli: the labels of all arcs, then for each the varint `distance << 1 | last`. The distance leads
 * back
 *   from the arc to the state that follows; 0 ends a path.
 */
export const TABLE = {
  magic: 'GPLEMMA1',
  checkedFrom: 12,
  headerBytes: 24,
  end: 0,
  edit: 255,
  mostLetters: 250,
  /** 8 MB of memory. */
  mostArcs: 2 ** 21,
  lastArc: 2 ** 8,
  targetShift: 9,
  mostLemmas: 3,
} as const;

/** Bytes of a varint. */
const LONGEST_VARINT = 4;

const NONE: readonly string[] = [];

/** Gives the other dictionary forms of a form, at most three. */
export type Lemmas = (form: string) => readonly string[];

interface Automaton {
  readonly arcs: Uint32Array;
  readonly root: number;
  readonly alphabet: string;
  /** By UTF-16 code unit; 0 for a letter that no form has. */
  readonly labels: Uint8Array;
}

/** Reads a table. @throws Error for anything but a whole one */
export function readTable(file: Uint8Array): Lemmas {
  const automaton = readAutomaton(file);
  return (form) => {
    const state = findEdits(form, automaton);
    if (state === 0) return NONE;
    const edits: string[] = [];
    collectEdits(automaton.arcs, { state, before: '' }, edits);
    return edits.map((edit) => applyEdit(form, edit, automaton.alphabet));
  };
}

/** @returns the state after the form, or 0 for a form without edits */
function findEdits(form: string, { arcs, root, labels }: Automaton): number {
  let state = root;
  for (let at = 0; at < form.length && state !== 0; at += 1) {
    const label = labels[form.charCodeAt(at)] ?? 0;
    state = label === 0 ? 0 : follow(arcs, state, label);
  }
  return state === 0 ? 0 : follow(arcs, state, TABLE.edit);
}

function follow(arcs: Uint32Array, state: number, label: number): number {
  for (let at = state; ; at += 1) {
    const arc = arcs[at] ?? TABLE.lastArc;
    if ((arc & 255) === label) return arc >>> TABLE.targetShift;
    if ((arc & TABLE.lastArc) !== 0) return 0;
  }
}

/** It ends, since each arc leads to a state before it. An edit is its labels as UTF-16 code units. */
function collectEdits(arcs: Uint32Array, from: { state: number; before: string }, edits: string[]): void {
  for (let at = from.state; edits.length < TABLE.mostLemmas; at += 1) {
    const arc = arcs[at] ?? TABLE.lastArc;
    const state = arc >>> TABLE.targetShift;
    if (state === 0) edits.push(from.before);
    else collectEdits(arcs, { state, before: from.before + String.fromCharCode(arc & 255) }, edits);
    if ((arc & TABLE.lastArc) !== 0) return;
  }
}

function applyEdit(form: string, edit: string, alphabet: string): string {
  const start = edit.charCodeAt(0);
  const kept =
    form.slice(0, start) + form.slice(start + edit.charCodeAt(1), form.length - edit.charCodeAt(2));
  let lemma = kept;
  for (let at = 3; at < edit.length; at += 1) lemma += alphabet.charAt(edit.charCodeAt(at) - 1);
  return lemma;
}

function readAutomaton(file: Uint8Array): Automaton {
  const { arcs: count, root, alphabet } = readHeader(file);
  const columns = brotliDecompressSync(file.subarray(TABLE.headerBytes + 2 * alphabet.length), {
    maxOutputLength: 1 + count * (1 + LONGEST_VARINT),
  });
  const arcs = readArcs(columns, count);
  if (root > count) throw new Error('The table has no first state.');
  const labels = new Uint8Array(1 + Math.max(...alphabet.split('').map((letter) => letter.charCodeAt(0)), 0));
  for (let at = 0; at < alphabet.length; at += 1) labels[alphabet.charCodeAt(at)] = at + 1;
  return { arcs, root, alphabet, labels };
}

function readHeader(file: Uint8Array): { arcs: number; root: number; alphabet: string } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < TABLE.headerBytes || bytes.toString('latin1', 0, TABLE.magic.length) !== TABLE.magic) {
    throw new Error('The file is not a table of lemmas, or one of another version.');
  }
  if (crc32(bytes.subarray(TABLE.checkedFrom)) !== bytes.readUInt32LE(TABLE.checkedFrom - 4)) {
    throw new Error('The table is incomplete or damaged.');
  }
  const arcs = bytes.readUInt32LE(12);
  const root = bytes.readUInt32LE(16);
  const alphabetBytes = bytes.readUInt32LE(20);
  if (arcs > TABLE.mostArcs || alphabetBytes > 2 * TABLE.mostLetters)
    throw new Error('The table is too large.');
  const alphabet = bytes.toString('utf16le', TABLE.headerBytes, TABLE.headerBytes + alphabetBytes);
  return { arcs, root, alphabet };
}

function readArcs(columns: Uint8Array, count: number): Uint32Array {
  const arcs = new Uint32Array(count + 1);
  let at = count;
  for (let index = 1; index <= count; index += 1) {
    let value = 0;
    let byte = 128;
    for (let shift = 0; byte >= 128; shift += 7) {
      byte = columns[at] ?? 0;
      value |= (byte & 127) << shift;
      at += 1;
    }
    const distance = value >>> 1;
    if (distance >= index) throw new Error('The table leads out of itself.');
    const target = distance === 0 ? 0 : index - distance;
    const last = (value & 1) * TABLE.lastArc;
    arcs[index] = (target << TABLE.targetShift) | last | (columns[index - 1] ?? 0);
  }
  if (at !== columns.length) throw new Error('The table has more or fewer arcs than it says.');
  return arcs;
}
