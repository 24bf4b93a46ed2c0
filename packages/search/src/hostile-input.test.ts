import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const TEXTS = [
  ['one word', `times('a')`],
  ['one number', `times('1')`],
  ['combining marks', `'a' + times('\\u0301')`],
  ['combining marks out of order', `'a' + times('\\u0301\\u0323')`],
  ['combining marks without a base', `times('\\u0301')`],
  ['invisible characters', `'a' + times('\\u00AD')`],
  ['dots', `times('.')`],
  ['letters and dots', `times('a.')`],
  ['letters and hyphens', `times('a-')`],
  ['figures and hyphens', `times('1-')`],
  ['underscores', `times('a' + '_'.repeat(999))`],
  ['colons', `'a' + times(':')`],
  ['apostrophes', `times("a'")`],
  ['humps', `times('aaA')`],
  ['a run of capitals', `'aa' + times('A')`],
  ['plus signs', `'c' + times('+')`],
  ['number signs', `times('a#')`],
  ['words with a dot before', `times(' .a')`],
  ['quoted Hebrew', `times('\\u05E9"')`],
  ['alternating scripts', `times('a\\u044F')`],
  ['alternating scripts with and without spaces', `times('a\\u3042')`],
  ['one sign of Chinese', `times('\\u6570')`],
  ['kana', `times('\\u30A2\\u3042')`],
  ['Thai', `times('\\u0E01')`],
  ['Khmer', `times('\\u1780')`],
  ['Burmese', `times('\\u1000')`],
  ['lone surrogates', `times('\\uD800')`],
  ['arrows', `times('\\u2192 ')`],
  ['emoji', `times('\\u{1F469}\\u200D\\u{1F4BB}')`],
  ['letters that expand to eighteen', `times('\\uFDFA')`],
  ['distinct words', `Array.from({ length: 15_000 }, (_, index) => 'w' + index.toString(36)).join(' ')`],
  ['opening tags', `times('<b>a')`],
  ['unclosed tags', `times('<b a="')`],
  ['attributes', `'<b' + times(' a')`],
  ['values of attributes', `'<b' + times(' a="b"')`],
  ['white space in a tag', `'<b' + times(' ')`],
  ['unread elements', `times('<video>')`],
  ['unclosed comments', `times('<!--')`],
  ['ampersands', `times('&')`],
  ['entities', `times('&amp;a')`],
  ['unfinished entities', `times('&#1')`],
  ['less-than signs', `times('<')`],
];

/** Analyses, marks and excerpts each text in a process with a time limit, and reports the finished ones. */
const SCRIPT = `
  const { createAnalyzer, createHighlighter } = await import(${JSON.stringify(new URL('index.ts', import.meta.url).href)});
  const times = (piece, length = 100_000) => piece.repeat(length / piece.length);
  const analyzer = createAnalyzer('en');
  // HTML that nests deeper than clean HTML does is refused.
  function orRefuse(work) {
    try {
      work();
    } catch (error) {
      if (error.kind !== 'invalid') throw error;
    }
  }
  function finish(title, text) {
    const highlighter = createHighlighter({ analyzer, query: analyzer.query(text) });
    highlighter.text(text);
    orRefuse(() => highlighter.html(text, { open: '<b>', close: '</b>' }));
    orRefuse(() => highlighter.excerpt(text, 200));
    console.log(title);
  }
  ${TEXTS.map(([title, text]) => `finish(${JSON.stringify(title)}, ${text});`).join('\n')}
`;

it('S18 ReDoS: handles 100 kB of hostile input', async () => {
  const options = ['--conditions=source', '--input-type=module', '--eval', SCRIPT];
  const run = promisify(execFile)(process.execPath, options, { timeout: 60_000 });
  const { stdout } = await run.catch((ended: { stdout: string }) => ended);
  expect(stdout.trim().split('\n')).toEqual(TEXTS.map(([title]) => title));
}, 70_000);
