import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

/** Repeated to 100 kB: parts of addresses, unclosed brackets, punctuation that might end a link. */
const PIECES = [
  'http:',
  'http://',
  'http://a.',
  'http://a@',
  'http://a:a@',
  'http://a.example/(',
  'http://a.example/((((',
  'http://[::1',
  'http://xn--a-',
  'http://日',
  'http://a.example ',
  'http://a.example/a.png ',
  'hhttp',
  '.',
  '-',
  '_',
  '\n',
  ' \n',
  '&',
  '<a href="http://',
];
const BEGINNINGS = [
  '',
  'http://',
  'http://a.',
  'http://a.example/',
  'http://a.example/?',
  'http://a.example/#"',
];

const SCRIPT = `
  const { renderText } = await import(${JSON.stringify(new URL('render-text.ts', import.meta.url).href)});
  for (const piece of ${JSON.stringify(PIECES)}) {
    for (const beginning of ${JSON.stringify(BEGINNINGS)}) {
      renderText(beginning + piece.repeat(100_000 / piece.length) + '!');
    }
    console.log(JSON.stringify(piece));
  }`;

it('S18 ReDoS: 100 kB of hostile input finishes in time', async () => {
  const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
  const run = promisify(execFile)(process.execPath, options, { timeout: 30_000 });
  const { stdout } = await run.catch((ended: { stdout: string }) => ended);
  expect(stdout.trim().split('\n')).toEqual(PIECES.map((piece) => JSON.stringify(piece)));
}, 40_000);
