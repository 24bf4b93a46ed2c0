import { execFileSync } from 'node:child_process';

const MAGIC = 'SMFC1';
const REVERSED = 1;
const SAME_LEMMA = 254;
const WHOLE_LEMMA = 255;
const MOST_LIST_BYTES = 2 ** 30;

/** Node.js reads neither zip files nor LZMA. */
const PYTHON = `
import lzma, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    sys.stdout.buffer.write(lzma.decompress(wheel.read(sys.argv[2])))
`;

/** A word list of simplemma. @param wheel path @returns forms with their lemmas, in their usual case */
export function readWordList(wheel: string, language: string): Map<string, string> {
  const entry = `simplemma/strategies/dictionaries/data/${language}.plzma`;
  const file = execFileSync('python3', ['-c', PYTHON, wheel, entry], { maxBuffer: MOST_LIST_BYTES });
  return decodeWordList(file);
}

/**
 * Decodes simplemma's front coding: a form shares its first bytes with the one before, a lemma with its form.
 * @throws Error for a stream that is cut off or of another format
 */
export function decodeWordList(file: Buffer): Map<string, string> {
  if (file.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('Not a word list of simplemma 2.');
  const reader = createReader(file, MAGIC.length);
  const reversed = (reader.byte() & REVERSED) !== 0;
  const count = reader.varint();
  const words = new Map<string, string>();
  let form: Buffer = Buffer.alloc(0);
  let lemma: Buffer = Buffer.alloc(0);
  while (!reader.ended()) {
    form = Buffer.concat([form.subarray(0, reader.varint()), reader.bytes(reader.varint())]);
    lemma = readLemma(reader, form, lemma);
    words.set(text(form, reversed), text(lemma, reversed));
  }
  if (words.size !== count) throw new Error(`The word list has ${words.size} of ${count} forms.`);
  return words;
}

type Reader = ReturnType<typeof createReader>;

function readLemma(reader: Reader, form: Buffer, before: Buffer): Buffer {
  const trim = reader.byte();
  if (trim === SAME_LEMMA) return before;
  const ending = reader.bytes(reader.varint());
  return trim === WHOLE_LEMMA ? ending : Buffer.concat([form.subarray(0, form.length - trim), ending]);
}

function createReader(file: Buffer, start: number) {
  let at = start;
  function byte(): number {
    const value = file[at];
    if (value === undefined) throw new Error('The word list is cut off.');
    at += 1;
    return value;
  }
  return {
    byte,
    ended: () => at === file.length,
    varint(): number {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const part = byte();
        value |= (part & 127) << shift;
        if (part < 128) return value;
      }
    },
    bytes(length: number): Buffer {
      if (at + length > file.length) throw new Error('The word list is cut off.');
      at += length;
      return file.subarray(at - length, at);
    },
  };
}

function text(bytes: Buffer, reversed: boolean): string {
  return (reversed ? Buffer.from(bytes).reverse() : bytes).toString();
}
