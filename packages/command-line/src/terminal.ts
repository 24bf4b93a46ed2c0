import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import stringWidth from 'string-width';

const GAP = '  ';

const NARROWEST = 8;

const GRAPHEMES = new Intl.Segmenter();

/** Aligns rows of possibly untrusted text in columns; cuts cells to fit a width in characters. */
export function formatTable(rows: string[][], width = Number.POSITIVE_INFINITY): string {
  const cells = rows.map((row) => row.map(printableLine));
  const widths = fit(widthsOf(cells), width);
  return cells
    .map((row) =>
      row
        .map((cell, column) => align(cell, widths[column] ?? 0))
        .join(GAP)
        .trimEnd(),
    )
    .join('\n');
}

function widthsOf(rows: string[][]): number[] {
  // Spreading over Math.max would overflow the stack for long tables.
  return (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? '')), 0),
  );
}

function fit(widths: number[], room: number): number[] {
  const fitted = [...widths];
  const gaps = GAP.length * (widths.length - 1);
  let excess = fitted.reduce((sum, width) => sum + width, gaps) - room;
  for (; excess > 0; excess -= 1) {
    const widest = Math.max(...fitted);
    if (widest <= NARROWEST) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
  return fitted;
}

function align(cell: string, width: number): string {
  const shown = stringWidth(cell) > width ? cut(cell, width) : cell;
  return shown + ' '.repeat(width - stringWidth(shown));
}

function cut(cell: string, width: number): string {
  let shown = '';
  for (const { segment } of GRAPHEMES.segment(cell)) {
    if (stringWidth(`${shown}${segment}…`) > width) break;
    shown += segment;
  }
  return `${shown.trimEnd()}…`;
}

/**
 * Characters that a terminal obeys or hides: control characters other than line feed and tab, direction marks, and
 * zero-width characters that are not part of a letter.
 */
const UNPRINTABLE =
  /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]--[\n\t]]/gv;

/** Makes untrusted text safe for a terminal: unprintable characters become `<U+202E>`. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `<U+${hexadecimal(character.codePointAt(0))}>`);
}

/** {@link printable} on one line. */
export function printableLine(text: string): string {
  return printable(foldWhiteSpace(text));
}

/** Escapes unprintable characters in JSON, whose value stays the same. */
export function printableJson(json: string): string {
  return json.replace(UNPRINTABLE, (character) =>
    character
      .split('')
      .map((unit) => `\\u${hexadecimal(unit.charCodeAt(0)).toLowerCase()}`)
      .join(''),
  );
}

function hexadecimal(number = 0): string {
  return number.toString(16).toUpperCase().padStart(4, '0');
}

export interface Progress {
  advance(): void;
  /** Removes the bar before other output. */
  clear(): void;
}

const WIDTH = 30;

export type Screen = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A progress bar on terminals, nothing elsewhere; `noun` is a plural. */
export function createProgress(stream: Screen, total: number, noun: string): Progress {
  if (!stream.isTTY || total === 0) return { advance() {}, clear() {} };
  let done = 0;
  let drawn = -1;
  return {
    advance() {
      done += 1;
      const percent = Math.floor((done / total) * 100);
      if (percent === drawn) return;
      drawn = percent;
      const full = Math.round((percent / 100) * WIDTH);
      stream.write(`\r[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${done}/${total} ${noun}`);
    },
    clear: () => void stream.write('\r\u001b[K'),
  };
}

/** Shows progress on standard error while `work` runs, once it calls `onStart` with the total. */
export async function withProgress<Result>(
  noun: string,
  work: (onStart: (total: number) => Progress['advance']) => Promise<Result>,
): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work((total) => {
      progress = createProgress(process.stderr, total, noun);
      return progress.advance;
    });
  } finally {
    progress?.clear();
  }
}

export interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/**
 * Asks for a `yes`; throws AppError `invalid` for any other answer or without a terminal, or the reason of `signal`.
 */
export async function confirm(
  question: string,
  signal: AbortSignal,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (!input.isTTY)
    throw new AppError('invalid', 'Cannot ask for confirmation without a terminal. Use --yes to confirm.');
  const lines = createInterface({ input, output });
  // readline swallows Ctrl-C otherwise.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  // readline never answers the question after Ctrl-D.
  const ended = once(lines, 'close').then(() => '');
  try {
    const answer = await Promise.race([lines.question(`${question} (yes/no) `, { signal }), ended]);
    if (answer.trim().toLowerCase() !== 'yes') throw new AppError('invalid', 'Nothing was changed.');
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    lines.close();
  }
}

/**
 * Asks for a secret without showing it; throws AppError `invalid` without an answer or a terminal, or the reason of
 * `signal`.
 */
export async function askSecret(
  question: string,
  signal: AbortSignal,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<string> {
  if (!input.isTTY) throw new AppError('invalid', `Cannot ask for the ${question} without a terminal.`);
  output.write(`${question}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  const ended = once(lines, 'close').then(() => '');
  try {
    const answer = (await Promise.race([lines.question('', { signal }), ended])).trim();
    if (answer === '') throw new AppError('invalid', `The ${question} is missing.`);
    return answer;
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    lines.close();
    output.write('\n');
  }
}
