import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parse } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = '{packages/*,services/*}/src/**/*.ts';
/** Milliseconds for all, since some expressions would never end; they compute for 2 s. */
const LIMIT = 300_000;
/** Seconds of computing for each; most take a tenth of one. */
const MOST_COMPUTING = 3;

/** Applied to our own OpenAPI documents only. */
const OF_OUR_OWN_TEXTS = /^packages\/openapi\//;

interface RegularExpression {
  file: string;
  pattern: string;
  flags: string;
}

async function findRegularExpressions(): Promise<RegularExpression[]> {
  const found: RegularExpression[] = [];
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts', '**/testing/**'] })) {
    const program = await parse(await readFile(`${ROOT}${file}`, 'utf8'), { syntax: 'typescript' });
    collect(program, (pattern, flags) => found.push({ file, pattern, flags }));
  }
  return [...new Map(found.map((one) => [`${one.pattern}/${one.flags}`, one])).values()];
}

function collect(node: unknown, found: (pattern: string, flags: string) => void): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, pattern, flags } = node as Record<string, unknown>;
  if (type === 'RegExpLiteral') found(String(pattern), String(flags));
  for (const value of Object.values(node)) collect(value, found);
}

/**
 * Runs each on 100 kB of characters of its pattern and of all classes, each after and before a mismatch. Most are only
 * run on 10 kB: what is quick there and takes too long for 100 kB would need more than a hundred times as long.
 */
const ATTACK = `
  const { expressions, bytes, most } = JSON.parse(process.argv[1]);
  const USUAL = [...' \\t\\n\\r\\0aA1_-./\\\\:;,=+*?!#%&<>"\\'()[]{}|^$~', 'é', '\\u0301', 'ー', '数', '\\u{1F600}', '\\ud800', 'a ', 'a-', 'a.', '1.', ' a', '<a', '="'];
  function compute(regex, pieces, length) {
    const before = process.cpuUsage();
    for (const piece of pieces) {
      const text = piece.repeat(length / piece.length);
      for (const hostile of [text + '!', 'a' + text + '\\n!', '<' + text]) hostile.replace(regex, '');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  }
  for (const [index, { pattern, flags }] of expressions.entries()) {
    const regex = new RegExp(pattern, flags);
    const letters = [...new Set(pattern)];
    const pairs = letters.flatMap((one) => letters.slice(0, 12).map((other) => one + other));
    const pieces = [...new Set([...USUAL, ...letters, ...pairs.slice(0, 50)])];
    if (compute(regex, pieces, bytes / 10) > most / 200 && compute(regex, pieces, bytes) > most) process.exit();
    console.log(index);
  }`;

/** The first expression that exceeded a limit, if any. */
async function firstUnfinished(
  expressions: RegularExpression[],
  timeout = LIMIT,
): Promise<string | undefined> {
  const words = ['--eval', ATTACK, JSON.stringify({ expressions, bytes: 100_000, most: MOST_COMPUTING })];
  const run = promisify(execFile)(process.execPath, words, { timeout });
  const { stdout } = await run.catch((ended: { stdout: string }) => ended);
  const unfinished = expressions[stdout.split('\n').length - 1];
  return unfinished && `${unfinished.file}: /${unfinished.pattern}/${unfinished.flags}`;
}

describe('S18 ReDoS: our regular expressions', () => {
  it(
    'are all done with 100 kB of hostile input in time',
    async () => {
      const all = await findRegularExpressions();
      const hostile = all.filter(({ file }) => !OF_OUR_OWN_TEXTS.test(file));
      expect(hostile.length).toBeGreaterThan(50);
      expect(await firstUnfinished(hostile)).toBeUndefined();
    },
    2 * LIMIT,
  );

  it.each(['(a+)+$', '\\s+$', '\\{[^}]*\\}'])('detects /%s/', async (pattern) => {
    expect(await firstUnfinished([{ file: 'a.ts', pattern, flags: '' }], 500)).toBe(`a.ts: /${pattern}/`);
  });
});
