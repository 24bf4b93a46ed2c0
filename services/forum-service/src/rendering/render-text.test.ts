import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { HOSTILE_MARKUP, type ReadElement, readByParsers } from '@guidepost/testing/markup';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { insertFile, MEGABYTE } from '../files/files.ts';
import { setProperties } from '../tenants/administration.ts';
import { findDangers } from '../testing/dangers.ts';
import { type PostingService, startPostingService } from '../testing/posting-service.ts';
import { COMMENT } from '../testing/posts.ts';
import { linkForeignMedia } from './embed.ts';
import { renderText } from './render-text.ts';

describe('the HTML of a text', () => {
  it.each([
    ['one line', 'Hello there', '<p>Hello there</p>'],
    ['line breaks of all systems', 'a\nb\r\nc\rd', '<p>a<br>b<br>c<br>d</p>'],
    ['blank lines', 'a\n\n \n\t\nb\n', '<p>a</p><p>b</p>'],
    ['nothing but white space', ' \n\n ', ''],
    [
      'possible markup',
      `<b class="x">1 < 2 && 3 > 'x'</b>`,
      '<p>&lt;b class=&quot;x&quot;&gt;1 &lt; 2 &amp;&amp; 3 &gt; &#39;x&#39;&lt;/b&gt;</p>',
    ],
    ['already escaped text', '&amp;<img onerror>', '<p>&amp;amp;&lt;img onerror&gt;</p>'],
  ])('of %s', (_, source, html) => {
    expect(renderText(source)).toBe(html);
  });
});

describe('links', () => {
  const link = (address: string, written = address) =>
    `<a href="${address}" rel="nofollow ugc noopener">${written}</a>`;

  it.each([
    ['alone', 'https://a.example/b', link('https://a.example/b')],
    ['before a full stop', 'See https://a.example/b.', `See ${link('https://a.example/b')}.`],
    ['in brackets', '(https://a.example/b)', `(${link('https://a.example/b')})`],
    ['with brackets', 'https://a.example/b_(c)!', `${link('https://a.example/b_(c)')}!`],
    ['in angle brackets', '<https://a.example/b>', `&lt;${link('https://a.example/b')}&gt;`],
    [
      'with a query',
      'https://a.example/?a=1&b="2"',
      link('https://a.example/?a=1&amp;b=%222%22', 'https://a.example/?a=1&amp;b=&quot;2&quot;'),
    ],
    ['in upper case', 'HTTPS://A.EXAMPLE/B', link('https://a.example/B', 'HTTPS://A.EXAMPLE/B')],
    [
      'in other alphabets',
      'https://räksmörgås.example/ö',
      link('https://xn--rksmrgs-5wao1o.example/%C3%B6', 'https://räksmörgås.example/ö'),
    ],
    ['before several signs', 'https://a.example/b?c!).', `${link('https://a.example/b?c')}!).`],
    [
      'before quotes',
      '"https://a.example/b." «https://a.example/c.»',
      `&quot;${link('https://a.example/b')}.&quot; «${link('https://a.example/c')}.»`,
    ],
    [
      'before signs of other scripts',
      'https://a.example/b。c、https://a.example/d…',
      `${link('https://a.example/b')}。c、${link('https://a.example/d')}…`,
    ],
    ['in brackets, with brackets', '(https://a.example/b_(c).)', `(${link('https://a.example/b_(c)')}.)`],
    [
      'in a list with quotes',
      "['https://a.example/b','https://a.example/c']",
      `[&#39;${link('https://a.example/b')}&#39;,&#39;${link('https://a.example/c')}&#39;]`,
    ],
    ['between asterisks', '**https://a.example/**', `**${link('https://a.example/')}**`],
    ['as it is in angle brackets', '<https://a.example/b.>', `&lt;${link('https://a.example/b.')}&gt;`],
    ['with an underscore', 'https://a.example/b_ c', `${link('https://a.example/b_')} c`],
    ['with an apostrophe', `http://a.example/'x`, link('http://a.example/&#39;x', 'http://a.example/&#39;x')],
  ])('%s', (_, source, html) => {
    expect(renderText(source)).toBe(`<p>${html}</p>`);
  });

  it.each([
    'www.example.com',
    'example.com',
    'anna@example.com',
    '//a.example/b',
    'ftp://a.example/b',
    'mailto:anna@a.example',
    'javascript:alert(1)',
    'data:text/plain,x',
    'http:/a.example',
    'http:\\a.example',
    'https://bank.example@evil.example/',
    'https://bank.example:secret@evil.example/x.png',
    'http://a|b/',
  ])('require a plain web address: %s', (source) => {
    expect(renderText(source)).toBe(`<p>${source}</p>`);
  });

  it.each([
    ['png', 'img'],
    ['JPG', 'img'],
    ['jpeg', 'img'],
    ['gif', 'img'],
    ['webp', 'img'],
    ['avif', 'img'],
    ['mp3', 'audio'],
    ['ogg', 'audio'],
    ['wav', 'audio'],
    ['mp4', 'video'],
    ['webm', 'video'],
    ['svg', 'a'],
    ['pdf', 'a'],
    ['html', 'a'],
    ['constructor', 'a'],
  ])('are embedded by the ending of the path: .%s as <%s>', (ending, element) => {
    for (const query of ['', '?size=large', '#x.txt']) {
      const elements = elementsOf(`https://a.example/file.${ending}${query}`);
      expect(elements.map(({ name }) => name)).toEqual(['p', element]);
    }
  });

  it('to images are loaded lazily, with their file names as alternative text', () => {
    expect(renderText('https://a.example/my"cat".png?x=1')).toBe(
      '<p><img loading="lazy" referrerpolicy="no-referrer" src="https://a.example/my%22cat%22.png?x=1" alt="my&quot;cat&quot;.png"></p>',
    );
  });

  it.each(['audio', 'video'] as const)('to %s become players', (kind) => {
    expect(renderText('https://a.example/x', () => kind)).toBe(
      `<p><${kind} controls preload="metadata" src="https://a.example/x"></${kind}></p>`,
    );
  });

  it.each([
    ['images', 1_000, ['png']],
    ['players', 30, ['mp4']],
    ['images and players', 40, ['png', 'mp3', 'mp4']],
  ])('become at most 20 %s per text, and stay links after that', (_, count, endings) => {
    const links = Array.from(
      { length: count },
      (_, index) => `https://a.example/ https://a.example/${index}.${endings[index % endings.length]}`,
    );
    const names = elementsOf(links.join('\n')).map(({ name }) => name);
    expect(names.filter((name) => ['img', 'audio', 'video'].includes(name))).toHaveLength(20);
    expect(names.filter((name) => name === 'a')).toHaveLength(2 * count - 20);
  });

  it.each(['https://a.example/?x=a.png', 'https://a.example/#a.png', 'https://png', 'https://a.example/png'])(
    'ignore endings outside the path: %s',
    (source) => {
      expect(elementsOf(source).map(({ name }) => name)).toEqual(['p', 'a']);
    },
  );
});

describe('S2 stored cross-site scripting', () => {
  it.each(HOSTILE_MARKUP)('%s', (_, markup) => {
    const addresses = `https://a.example/${markup} https://a.example/?${markup}.png http://a.example/x.mp4#${markup}`;
    for (const source of [markup, addresses, addresses.replaceAll(' ', '\u00A0')]) {
      const html = renderText(source);
      expect([html, linkForeignMedia(html, 'https://forum.example/')].flatMap(findDangers)).toEqual([]);
    }
  });

  it('would be detected', () => {
    expect(findDangers('<p onclick="x"><a href="javascript:x">a</a></p><script>x</script>')).toEqual(
      expect.arrayContaining(['onclick', 'javascript:x', 'script']),
    );
  });
});

function elementsOf(source: string): ReadElement[] {
  return readByParsers(renderText(source))[0]?.[1] ?? [];
}

describe('foreign images', () => {
  const OWN = `https://forum.example/api/file/help/${'p'.repeat(22)}.png`;
  const FOREIGN = [
    'https://images.example/a.png?b="c"&d',
    'https://images.example/a.mp3',
    'http://images.example/a.mp4',
    'https://forum.example.images.example/api/file/help/x.png',
  ];
  const TEXT = ['Look at the picture', OWN, ...FOREIGN, 'https://images.example/page'].join('\n');

  let service: PostingService;
  let dialogId: string;

  beforeAll(async () => {
    service = await startPostingService();
    const { database } = service;
    const { id: forumId } = await database.one("select id from forums where slug = 'help'");
    const file = { token: 'p'.repeat(22), media_type: 'image/png', bytes: 1, name: 'a.png' };
    await insertFile(database, { ...file, forumId, accessKeyId: 1 }, MEGABYTE);
    const { headers } = await service.post('/api/help', service.newDialog({ text: TEXT })).expect(201);
    dialogId = /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
    await service.post(`/api/comment/help/${dialogId}`, { ...COMMENT, text: TEXT }).expect(201);
    await service.indexed();
  });

  afterAll(() => service.stop());

  /** Where posts are shown, with their number; DIALOG is the dialog's id. */
  const PLACES: [path: string, posts: number][] = [
    ['/api/help.json', 1],
    ['/api/help.xml', 1],
    ['/api/help.json?callback=show', 1],
    ['/api/popular/help.json', 1],
    ['/api/search/help/picture.json', 1],
    ['/api/search/help/picture.xml', 1],
    ['/api/dialog/help/DIALOG.json', 1],
    ['/api/comment/help/DIALOG.json', 1],
    ['/forum/help/DIALOG', 2],
    ['/forum/help/feed.atom', 1],
    ['/forum/help/DIALOG/feed.atom', 2],
  ];

  async function showForeign(foreign_images: boolean): Promise<void> {
    await setProperties(service.database, 'help', { foreign_images });
    await service.settled('help');
  }

  /** A response with its markup unescaped from JSON or XML. */
  async function read(path: string): Promise<string> {
    const { text, body } = await service.get(path.replace('DIALOG', dialogId)).expect(200);
    const answer = Buffer.isBuffer(body) ? body.toString() : text;
    return answer
      .replaceAll('\\"', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"');
  }

  /** Addresses of images and players, without queries and avatars. */
  const mediaIn = (answer: string) =>
    Array.from(answer.matchAll(/<(?:img loading|audio|video)\b[^>]* src="([^"?]*)/g), ([, source]) => source);

  describe('a forum without foreign images', () => {
    it.each(PLACES)(
      'shows only its own files as soon as it is set, and all when it is unset: %s',
      async (path, posts) => {
        await showForeign(true);
        const before = await read(path);
        expect(mediaIn(before)).toHaveLength(5 * posts);
        await showForeign(false);
        const without = await read(path);
        expect(mediaIn(without)).toEqual(Array(posts).fill(OWN));
        for (const address of FOREIGN) expect(without).toContain(`<a href="${address.slice(0, 30)}`);
        await showForeign(true);
        expect(await read(path)).toBe(before);
      },
    );
  });

  describe('the page of a dialog', () => {
    const policy = async () =>
      (await service.get(`/forum/help/${dialogId}`)).headers['content-security-policy'];

    it('may load nothing external in a forum without foreign images', async () => {
      await showForeign(true);
      expect(await policy()).toContain("img-src 'self' https: http:;");
      await showForeign(false);
      expect(await policy()).toContain("img-src 'self' https://forum.example;");
      expect(await policy()).not.toContain('http:');
    });
  });
});

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

const ADDRESSES = [
  'http://127.0.0.1:1/x',
  'http://localhost/x.png',
  'http://[::1]/x.png',
  'http://[::ffff:169.254.169.254]/x.png',
  'http://169.254.169.254/latest/meta-data/',
  'http://0x7f.1/x.png',
  'http://0177.0.0.1/x.png',
  'http://2130706433/x.png',
  'http://127.1/x.png',
  'http://0/x.png',
  'http://internal/x.png',
  'http://internal:9420/metrics',
  'https://evil.example/x.png',
  'https://evil.example/x.mp4',
  'https://evil.example/x.mp3',
  'https://evil.example/x.pdf',
  'https://evil.example/oembed?url=https://evil.example/x',
  'https://www.youtube.com/watch?v=x',
  'https://youtu.be/x',
  'https://evil.example\\@internal/x.png',
  'https://a:b@internal/x.png',
  'https://ⓔⓥⓘⓛ.example/x.png',
  'https://xn--e1afmkfd.example/x.png',
  '//evil.example/x.png',
  'ftp://evil.example/x',
  'file://evil.example/etc/passwd',
  'gopher://evil.example/x',
  'dict://evil.example:11211/',
  'data:image/svg+xml,<svg onload="fetch(0)">',
  'ldap://evil.example/x',
];

describe('S6 rendering a text', () => {
  let connections: unknown[];
  const note = (message: unknown) => void connections.push(message);

  beforeEach(() => {
    connections = [];
    subscribe('net.client.socket', note);
  });

  afterEach(() => void unsubscribe('net.client.socket', note));

  it.each(ADDRESSES)('opens no connection: %s', async (address) => {
    renderText(`${address} <${address}> ![x](${address}) <img src="${address}">`);
    await setImmediate();
    expect(connections).toEqual([]);
  });

  it('would be detected', () => {
    connect({ port: 1, host: '127.0.0.1' })
      .on('error', () => {})
      .destroy();
    expect(connections).toHaveLength(1);
  });
});
