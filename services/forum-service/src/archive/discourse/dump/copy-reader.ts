import { AppError } from '@guidepost/service-kit';
import { columnsOf, DUMP_TABLES, type DumpTable, type DumpTableName, NEEDED_TABLES } from './dump-tables.ts';

/** A value of a column; null for `\N` and for a column that the dump does not have. */
export type Value = string | null;

export interface CopyReader {
  /** Takes the next bytes of a dump. @throws AppError `invalid` */
  take(chunk: Buffer): void;
  /** @throws AppError `invalid` if the dump was cut, or lacks a table */
  end(): void;
}

/** Bytes of one row. */
const LONGEST_ROW = 64_000_000;

const LINE_END = 0x0a;
const BACKSLASH = 0x5c;
const FULL_STOP = 0x2e;
const COPY = Buffer.from('COPY ');

const HEADER = /^COPY (?:(?:"public"|public)\.)?"?([a-z_]{1,63})"? \(([^()]{1,8000})\) FROM stdin;\r?$/;

/** The block of a table that is being read. */
interface CopyBlock {
  table: DumpTableName;
  /** The number of all columns. */
  width: number;
  /** The place of each column of `columnsOf`; undefined for one that the dump does not have. */
  places: (number | undefined)[];
}

/**
 * Reads the rows of the known tables from a dump of `pg_dump` in the text format of COPY. Nothing else of it is read,
 * and nothing is executed.
 * @param onRow gets the values of `columnsOf(table)`
 */
export function createCopyReader(onRow: (table: DumpTableName, values: Value[]) => void): CopyReader {
  const seen = new Set<DumpTableName>();
  let block: CopyBlock | 'unknown' | undefined;
  let parts: Buffer[] = [];
  let length = 0;

  function keep(part: Buffer): void {
    length += part.length;
    if (length <= LONGEST_ROW) parts.push(part);
    else if (typeof block === 'object')
      throw new AppError(
        'invalid',
        `The dump has a row of ${block.table} with more than ${LONGEST_ROW / 1_000_000} MB.`,
      );
    else parts = [];
  }

  function takeLine(line: Buffer): void {
    if (block === undefined) begin(line);
    else if (line[0] === BACKSLASH && line[1] === FULL_STOP && line.length <= 3) block = undefined;
    else if (block !== 'unknown') onRow(block.table, valuesOf(line.toString('utf8'), block));
  }

  function begin(line: Buffer): void {
    if (!COPY.equals(line.subarray(0, COPY.length))) return;
    const [, name = '', columns = ''] = HEADER.exec(line.toString('utf8')) ?? [];
    block = isKnown(name) ? openBlock(name, columns) : 'unknown';
    if (typeof block === 'object') seen.add(block.table);
  }

  return {
    take(chunk) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
        const rest = chunk.subarray(start, end);
        if (parts.length === 0 && length === 0) takeLine(rest);
        else {
          keep(rest);
          takeLine(Buffer.concat(parts));
        }
        parts = [];
        length = 0;
        start = end + 1;
      }
      // The bytes belong to a stream that may use them again.
      if (start < chunk.length) keep(Buffer.from(chunk.subarray(start)));
    },
    end() {
      if (block !== undefined) {
        const place = block === 'unknown' ? 'a table' : `the table ${block.table}`;
        throw new AppError('invalid', `The dump ends within ${place}: it was cut. Copy the backup again.`);
      }
      const missing = NEEDED_TABLES.find((table) => !seen.has(table));
      if (missing)
        throw new AppError(
          'invalid',
          `The dump has no table ${missing}: it is not of Discourse, or it was cut.`,
        );
    },
  };
}

function isKnown(name: string): name is DumpTableName {
  return Object.hasOwn(DUMP_TABLES, name);
}

function openBlock(table: DumpTableName, written: string): CopyBlock {
  const columns = written.split(',').map((column) => column.trim().replaceAll('"', ''));
  const { required }: DumpTable = DUMP_TABLES[table];
  const missing = required.filter((column) => !columns.includes(column));
  if (missing.length > 0)
    throw new AppError(
      'invalid',
      `The table ${table} of the dump has no column ${missing.join(', ')}: it is of a version of Discourse that is not known here.`,
    );
  const places = columnsOf(table).map((column) => {
    const place = columns.indexOf(column);
    return place < 0 ? undefined : place;
  });
  return { table, width: columns.length, places };
}

function valuesOf(line: string, { table, width, places }: CopyBlock): Value[] {
  const fields = line.split('\t');
  if (fields.length !== width)
    throw new AppError(
      'invalid',
      `The dump has a row of ${table} with ${fields.length} of ${width} columns: it is damaged.`,
    );
  return places.map((place) => (place === undefined ? null : readValue(fields[place] ?? '')));
}

const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A field in the text format of COPY (https://www.postgresql.org/docs/current/sql-copy.html). */
function readValue(field: string): Value {
  if (!field.includes('\\')) return field;
  if (field === '\\N') return null;
  return field.replaceAll(
    /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.))/gs,
    (_, octal?: string, hex?: string, sign = '') => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) % 256);
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return ESCAPED[sign] ?? sign;
    },
  );
}
