import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';

/** Milliseconds; all cases together compute for 11 s, which takes a busy machine ten times as long. */
const LIMIT = 150_000;

const PREPARATION = `
  const times = (text, bytes = 100_000) => text.repeat(Math.ceil(bytes / text.length));
  const load = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}).href);
  const { readImportedPage } = await load('./directory/imported-page.ts');
  const { createLinkMap } = await load('./directory/links.ts');
  const { slugFrom } = await load('../../model/slug.ts');
  const { readDocument } = await load('./json/read-document.ts');
  const { bytesSource } = await load('./json/read-document.ts');
  const { NO_IMAGES } = await load('./images.ts');
  const around = { links: createLinkMap(new Map()), images: NO_IMAGES, carry: () => undefined, language: 'en' };
  const read = (text, path) => readImportedPage(Buffer.from(text), { path, slug: 'a' }, around);
  const page = (html) => read(html, 'a.html');
  const markdown = (text) => read(text, 'a.md');
  const json = (text) => readDocument(bytesSource(Buffer.from(text), 'a.json'));
`;

const CASES: [name: string, expression: string][] = [
  ['nested elements', `page(times('<div>'))`],
  ['nested formatting elements', `page(times('<b><i>'))`],
  ['end tags without start tags', `page('<p>a' + times('</x>'))`],
  ['tags without end', `page(times('<a '))`],
  ['attributes', `page('<p ' + times('a=b ') + '>a')`],
  ['open quotes', `page(times('<p a="'))`],
  ['links', `page(times('<a href="../../../../b.html?c#d">e</a>'))`],
  ['a long link', `page('<a href="' + times('./../') + '">e</a>')`],
  ['a link of percent signs', `page('<a href="' + times('%') + '">e</a>')`],
  ['white space in a link', `page('<a href="java' + times('\\t') + 'script:1">e</a>')`],
  ['a long telephone number', `page('<a href="tel:' + times('1 -') + '!">e</a>')`],
  ['a long id', `page('<p id="' + times('a.') + '!">a</p>')`],
  ['classes', `page('<p class="' + times('language-') + '">a</p>')`],
  ['many classes', `page('<p class="' + times('note x ') + '">a</p>')`],
  ['styles of a cell', `page('<table><td style="' + times('; text-align :') + '">a')`],
  ['white space in the style of a cell', `page('<table><td style=";text-align' + times(' ') + '!">a')`],
  ['entities', `page(times('&amp'))`],
  ['comments that never end', `page('a' + times('<!--'))`],
  ['frames', `page('a' + times('<iframe>'))`],
  ['white space', `page('<h1>a' + times(' \\u00a0') + 'b</h1>c')`],
  ['white space to fold', `page('<h1>a' + times(' \\t') + 'b</h1>c')`],
  ['the beginning of an end', `page('<html>' + times('</html '))`],
  ['declarations', `page(times('<meta ') + '<p>a')`],
  ['a declaration that never ends', `page('<meta ' + times('charset ') + '<p>a')`],
  ['an XML declaration that never ends', `page('<?xml ' + times(' encoding ') + '<p>a')`],
  ['keywords', `page('<meta name=keywords content="' + times(',a b') + '"><p>a')`],
  ['Markdown: a line of 1 MB', `markdown(times('word ', 1_000_000))`],
  ['Markdown: nested quotations', `markdown(times('>') + 'a')`],
  ['Markdown: nested lists', `markdown(times('- ') + 'a')`],
  ['Markdown: emphasis', `markdown(times('*a **a '))`],
  ['Markdown: emphasis of all kinds', `markdown(times('_*~') + 'a')`],
  ['Markdown: links without end', `markdown(times('[a](b'))`],
  ['Markdown: brackets', `markdown(times('['))`],
  ['Markdown: nested images', `markdown(times('!['))`],
  ['Markdown: code without end', 'markdown(times("`a``"))'],
  ['Markdown: a table of bars', `markdown('|a|b|\\n|-|-|\\n' + times('|'))`],
  ['Markdown: a table of rows', `markdown('|a|b|\\n|-|-|\\n' + times('|c|d|\\n'))`],
  ['Markdown: entities', `markdown(times('&amp'))`],
  ['Markdown: addresses', `markdown(times('https://a.example/('))`],
  ['Markdown: autolinks without end', `markdown(times('<https://a'))`],
  ['Markdown: references', `markdown(times('[a]: b\\n') + '[a]')`],
  ['Markdown: headings of one name', `markdown(times('# a\\n'))`],
  ['Markdown: nested alerts', `markdown(times('> [!NOTE]\\n') + times('>', 1_000))`],
  ['Markdown: alerts with tasks', `markdown(times('> [!NOTE]\\n> - [ ] a\\n\\n'))`],
  ['Markdown: callouts without end', `markdown(times(':::note\\n'))`],
  ['Markdown: nested callouts', `markdown(times(':::note\\n') + times(':::\\n'))`],
  ['Markdown: callouts of growing colons', `markdown(times(':::: a\\n::: a\\n') + times(':::\\n::::\\n'))`],
  [
    'Markdown: callouts that end outside their list',
    `markdown('- ' + times('  :::note\\n') + '\\na\\n' + times('  :::\\n'))`,
  ],
  [
    'Markdown: indented callouts',
    `markdown(Array.from({ length: 200 }, (_, i) => ' '.repeat(i * 4) + '!!! note\\n').join(''))`,
  ],
  ['Markdown: callouts of one line', `markdown(times('!!! note\\n    a\\n'))`],
  ['Markdown: ids of headings', `markdown('# a ' + times('{#'))`],
  ['Markdown: sizes of images', `markdown(times('![a](b =1x1'))`],
  ['Markdown of an import: wiki links without end', `markdown(times('[['))`],
  ['Markdown of an import: wiki links', `markdown(times('[[a]]'))`],
  ['Markdown of an import: embedded files without end', `markdown(times('![[a'))`],
  ['Markdown of an import: shortcodes without end', `markdown(times('{{<'))`],
  ['Markdown of an import: tags without end', `markdown(times('{% a'))`],
  ['Markdown of an import: tags', `markdown(times('{% a %}'))`],
  ['Markdown of an import: expressions', `markdown(times('{{ a }}'))`],
  ['Markdown of an import: destinations without end', `markdown(times('[a]({{x'))`],
  ['Markdown of an import: quotation marks in a tag', `markdown(times('{{ "a" | '))`],
  ['Markdown of an import: blocks of tags without end', `markdown(times('{% hint %}\\n'))`],
  [
    'Markdown of an import: nested blocks of tags',
    `markdown(times('{{< hint >}}\\n') + times('{{< /hint >}}\\n'))`,
  ],
  ['Markdown of an import: attribute lists', `markdown(times('{: .note}\\n\\n'))`],
  ['Markdown of an import: attributes without end', `markdown('![a](b){: ' + times('.a '))`],
  ['Markdown of an import: components without end', `markdown(times('<A b={'))`],
  ['Markdown of an import: quoted expressions without end', `markdown(times('<A b="{{'))`],
  ['Markdown of an import: highlights without end', `markdown(times('==a'))`],
  ['Markdown of an import: comments without end', `markdown(times('%%\\n') + times('%%a'))`],
  ['Markdown of an import: comments of modules without end', `markdown(times('{/*'))`],
  ['Markdown of an import: imports without end', `markdown(times('import {\\n'))`],
  ['Markdown of an import: exports without end', `markdown(times('export const a = {\\n'))`],
  ['Markdown of an import: tabs', `markdown(times('=== "a"\\n    '))`],
  ['Markdown: footnotes without end', `markdown('[^a]: b\\n\\n' + times('[^'))`],
  [
    'Markdown: many footnotes',
    `markdown(Array.from({ length: 2_000 }, (_, i) => '[^' + i + ']\\n\\n[^' + i + ']: b\\n\\n').join(''))`,
  ],
  ['Markdown: nested elements', `markdown(times('<div>'))`],
  ['front matter that never ends', `markdown('---\\n' + times('a: b\\n'))`],
  ['front matter of spaces', `markdown('---' + times(' \\t') + '\\n---' + times(' ') + 'a')`],
  ['front matter of brackets', `markdown('---\\ntitle: ' + times('[', 19_000) + '\\n---\\na')`],
  ['front matter of nested lists', `markdown('---\\n' + times('- ', 19_000) + '\\n---\\na')`],
  [
    'front matter of indentation',
    `markdown('---\\n' + Array.from({ length: 190 }, (_, i) => ' '.repeat(i) + 'a:\\n').join('') + '---\\na')`,
  ],
  [
    'front matter of many keys',
    `markdown('---\\n' + Array.from({ length: 3_000 }, (_, i) => 'a' + i + ':\\n').join('') + '---\\na')`,
  ],
  [
    'front matter of many invalid keys',
    `markdown('---\\n' + Array.from({ length: 2_500 }, (_, i) => 'a' + i + ': [\\n').join('') + '---\\na')`,
  ],
  ['front matter in JSON that never ends', `markdown('{"title": ' + times('"\\\\"{'))`],
  ['front matter in TOML of brackets', `markdown('+++\\na = ' + times('[', 19_000) + '\\n+++\\na')`],
  ['front matter in TOML of tables', `markdown('+++\\n' + times('[[a.b]]\\n', 19_000) + '+++\\na')`],
  ['front matter in TOML that is one key', `markdown('+++\\n' + times('a.', 19_000) + '\\n+++\\na')`],
  ['hyphens in a slug', `slugFrom(times('-'))`],
  ['underscores in a slug', `slugFrom(times('-_'))`],
  ['accents in a slug', `slugFrom('a' + times('\\u0301'))`],
  ['letters in a slug', `slugFrom(times('日'))`],
  ['a slug of hyphens', `json('{"guides":[{"slug":"' + times('a-') + '!"}]}')`],
  ['a name of white space', `json('{"tags":[{"slug":"a","name":"' + times(' ') + '"}]}')`],
  ['nested lists', `json(times('['))`],
  ['closed nested lists', `json(times('[') + times(']'))`],
  ['truncated JSON', `json('[' + times('"a",'))`],
];

/** Runs the cases in a process that is killed after `LIMIT`; returns the names of those that finish. */
async function finishedInTime(): Promise<string[]> {
  const attempts = CASES.map(
    ([name, expression]) => `
      try { await ${expression} } catch (error) { if (error.name !== 'AppError') throw error; }
      console.log(${JSON.stringify(name)});`,
  );
  const script = PREPARATION + attempts.join('');
  const options = ['--conditions=source', '--input-type=module', '--eval', script];
  const run = promisify(execFile)(process.execPath, options, { timeout: LIMIT });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return stdout.trim().split('\n');
}

describe('S18 100 kB of hostile input', () => {
  let finished: string[];

  beforeAll(async () => {
    finished = await finishedInTime();
  }, 2 * LIMIT);

  it.each(CASES)('is processed in time: %s', (name) => {
    expect(finished).toContain(name);
  });
});
