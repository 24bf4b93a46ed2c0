import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import {
  askSecret,
  confirm,
  createProgress,
  formatTable,
  printable,
  printableJson,
  printableLine,
} from './terminal.ts';

const QUESTION = 'Delete it?';

/** A terminal with typed input. */
function terminalWith(typed: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  input.write(typed);
  return { input, output };
}

describe('an action that needs confirmation', () => {
  const { signal } = new AbortController();

  it.each(['yes\n', ' YES \r\n'])('is done when the answer is %j', async (typed) => {
    const terminal = terminalWith(typed);
    await confirm(QUESTION, signal, terminal);
    expect(String(terminal.output.read())).toContain('Delete it? (yes/no) ');
  });

  it.each(['no\n', '\n', 'y\n', 'yes please\n'])('is not done when the answer is %j', async (typed) => {
    await expect(confirm(QUESTION, signal, terminalWith(typed))).rejects.toThrow('Nothing was changed.');
  });

  it('is not done when the input ends without an answer, as with Ctrl-D', async () => {
    const terminal = terminalWith('');
    const asked = confirm(QUESTION, signal, terminal);
    terminal.input.end();
    await expect(asked).rejects.toThrow('Nothing was changed.');
  });

  it('is not done without a terminal', async () => {
    await expect(confirm(QUESTION, signal, terminalWith('yes\n', false))).rejects.toThrow(
      'Cannot ask for confirmation without a terminal. Use --yes to confirm.',
    );
  });

  it('is not done when the question is interrupted', async () => {
    const interruption = new AbortController();
    const asked = confirm(QUESTION, interruption.signal, terminalWith(''));
    interruption.abort(new Error('interrupted'));
    await expect(asked).rejects.toThrow('interrupted');
  });
});

describe('a secret', () => {
  const { signal } = new AbortController();

  it('is asked for, and not shown', async () => {
    const terminal = terminalWith(' hush\n');
    expect(await askSecret('token', signal, terminal)).toBe('hush');
    expect(await text(terminal.output.end())).toBe('token: \n');
  });

  it.each([
    ['an empty answer', terminalWith('\n'), 'The token is missing.'],
    ['no terminal', terminalWith('hush\n', false), 'Cannot ask for the token without a terminal.'],
  ])('is refused with %s', async (_, terminal, message) => {
    await expect(askSecret('token', signal, terminal)).rejects.toThrow(message);
  });
});

/** The name of a character, a text with it, and the text that is shown. */
const TRICKS = [
  ['a colour', 'a\u001b[31mb', 'a<U+001B>[31mb'],
  ['the same in one character', 'a\u009b31mb', 'a<U+009B>31mb'],
  ['a carriage return, which overwrites', 'good\rbad', 'good<U+000D>bad'],
  ['a backspace', 'a\bb', 'a<U+0008>b'],
  ['an override of the direction', 'a\u202etxt.exe', 'a<U+202E>txt.exe'],
  ['an isolate', 'a\u2066b\u2069', 'a<U+2066>b<U+2069>'],
  ['a space without width', 'a\u200bb', 'a<U+200B>b'],
  ['an invisible tag character', 'a\u{e0041}', 'a<U+E0041>'],
  ['half a character', 'a\ud83d', 'a<U+D83D>'],
  ['a line separator', 'a\u2028b', 'a<U+2028>b'],
] as const;

/** Text that is shown as it is. */
const FINE = ['Straße, 日本, 👨‍👩‍👧 and ❤️', 'می‌خواهم', 'co\u00adoperate', 'two\nlines\tand a tab'];

describe('what is printed for people', () => {
  it.each(TRICKS)('shows what a terminal would obey or hide: %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(FINE)('is as it was written otherwise: %j', (text) => {
    expect(printable(text)).toBe(text);
  });

  it('is one line where one is wanted', () => {
    expect(printableLine(' two\nlines\u202e \t here ')).toBe('two lines<U+202E> here');
  });
});

describe('JSON that is printed', () => {
  it.each([...TRICKS.map(([, text]) => text), ...FINE])('says the same and obeys nothing: %j', (text) => {
    const json = printableJson(JSON.stringify({ text }, null, 2));
    expect(JSON.parse(json)).toEqual({ text });
    expect(printable(json)).toBe(json);
  });
});

function draw(isTTY: boolean, total: number): string[] {
  const drawn: string[] = [];
  const write = (text: string) => drawn.push(text) > 0;
  const progress = createProgress({ isTTY, write }, total, 'guides');
  for (let done = 0; done < total; done += 1) progress.advance();
  progress.clear();
  return drawn;
}

describe('createProgress', () => {
  it('draws a bar on a terminal, and takes it away', () => {
    expect(draw(true, 2)).toEqual([
      '\r[###############...............] 1/2 guides',
      '\r[##############################] 2/2 guides',
      '\r\u001b[K',
    ]);
  });

  it('draws no more often than can be seen', () => {
    expect(draw(true, 100_000)).toHaveLength(102);
  });

  it.each([
    ['a file', false, 2],
    ['nothing to do', true, 0],
  ])('draws nothing for %s', (_, isTTY, total) => {
    expect(draw(isTTY, total)).toEqual([]);
  });
});

describe('a table', () => {
  it('has columns that are aligned whatever stands in them', () => {
    const rows = [
      ['ID', 'TITLE', 'BY'],
      ['1', '日本語', 'a'],
      ['23', 'Plain text', 'b'],
      ['4', '👨‍👩‍👧 é', 'c'],
    ];
    expect(formatTable(rows).split('\n')).toEqual([
      'ID  TITLE       BY',
      '1   日本語      a',
      '23  Plain text  b',
      '4   👨‍👩‍👧 é        c',
    ]);
  });

  it('has one line for each row, and nothing in it that a terminal would obey (S24)', () => {
    expect(formatTable([['TITLE'], ['a\nb\u001b[2J\u202ec']])).toBe('TITLE\na b [2J<U+202E>c');
  });

  it('may have more rows than a function takes arguments', () => {
    const rows = Array.from({ length: 150_000 }, () => ['1']);
    expect(formatTable(rows)).toHaveLength(2 * rows.length - 1);
  });

  it.each([
    [40, ['ID  TITLE                          STATE', '1   A title of some length that…   open']],
    [30, ['ID  TITLE                STATE', '1   A title of some le…  open']],
    [5, ['ID  TITLE     STATE', '1   A title…  open']],
  ])('fits a terminal of %i columns as far as it can, cutting what is widest', (width, lines) => {
    const rows = [
      ['ID', 'TITLE', 'STATE'],
      ['1', 'A title of some length that goes on', 'open'],
    ];
    const text = formatTable(rows, width);
    expect(text.split('\n')).toEqual(lines);
  });

  it('cuts wide characters where they end', () => {
    expect(formatTable([['TITLE'], ['日本語日本語']], 10)).toBe('TITLE\n日本語日…');
  });
});
