import { describe, expect, it } from '@jest/globals';
import { createAddressReader, wordsOfPath } from './address-reader.ts';
import { SCHEMES } from './schemes.ts';

const { entriesOf, keyOf, readAddress, readPath } = createAddressReader({
  schemes: SCHEMES,
  parameters: ['t', 'p', 'page_id'],
});
const places = createAddressReader({ schemes: SCHEMES, parameters: ['t', 'p'], hasPlaces: true });

/** The kind and id that a scheme reads, with language and comment; undefined for what it does not know. */
type Reading = [kind: string, id: string, rest?: { language?: string; position?: string }] | undefined;

type SchemeName = keyof typeof SCHEMES;

const TABLES: Record<SchemeName, [path: string, reading: Reading][]> = {
  zendesk: [
    ['/hc/en-us/articles/360047117032-Anything', ['article', '360047117032', { language: 'en-us' }]],
    ['/hc/en-us/articles/360047117032-Other-words', ['article', '360047117032', { language: 'en-us' }]],
    ['/hc/articles/360047117032', ['article', '360047117032']],
    ['/hc/ja/articles/26679420183065', ['article', '26679420183065', { language: 'ja' }]],
    ['/hc/ja/articles/26679420183065-返金', ['article', '26679420183065', { language: 'ja' }]],
    ['/hc/zh-Hant-TW/articles/1', ['article', '1', { language: 'zh-hant-tw' }]],
    ['/hc/en-us/articles/12-a/comments/34', ['article', '12', { language: 'en-us', position: '34' }]],
    ['/hc/sv/sections/115000-Betala', ['section', '115000', { language: 'sv' }]],
    ['/hc/sv/categories/115000', ['category', '115000', { language: 'sv' }]],
    ['/hc/en-us/community/posts/7-Idea', ['post', '7', { language: 'en-us' }]],
    ['/hc/en-us/community/posts/7-Idea/comments/9', ['post', '7', { language: 'en-us', position: '9' }]],
    ['/hc/en-us/community/topics/8', ['topic', '8', { language: 'en-us' }]],
    ['/hc/en-us/community/topics', ['community', '', { language: 'en-us' }]],
    ['/hc/community/posts', ['community', '']],
    ['/hc/en-us/community/posts/new', ['newpost', '', { language: 'en-us' }]],
    ['/hc/article_attachments/360001/disk.png', ['attachment', '360001']],
    ['/hc/en-us/article_attachments/360001', ['attachment', '360001', { language: 'en-us' }]],
    ['/hc/en-us', ['home', '', { language: 'en-us' }]],
    ['/hc', ['home', '']],
    ['/hc/en-us/search', ['search', '', { language: 'en-us' }]],
    ['/hc/en-us/requests/new', ['contact', '', { language: 'en-us' }]],
    ['/hc/en-us/articles/', undefined],
    ['/hc/en-us/articles/twelve', undefined],
    ['/hc/en-us/articles/12/other', undefined],
    ['/hc/en-us/articles/123456789012345678901', undefined],
    ['/docs/hc/en-us/articles/12', undefined],
  ],
  helpscout: [
    ['/article/12-reset-your-password', ['article', '12']],
    ['/article/12', ['article', '12']],
    ['/category/7-billing', ['category', '7']],
    ['/collection/1-manual', ['collection', '1']],
    ['/articles/12-reset', undefined],
    ['/article/reset', undefined],
    ['/article/12abc', undefined],
  ],
  intercom: [
    ['/en/articles/1234567-reset', ['article', '1234567', { language: 'en' }]],
    ['/acme/en/articles/1234567-reset', ['article', '1234567', { language: 'en' }]],
    ['/acme/pt-BR/collections/45-start', ['collection', '45', { language: 'pt-br' }]],
    ['/acme/en', undefined],
    ['/en/articles/reset', undefined],
    ['/hc/en-us/articles/12', undefined],
    ['/articles/12-reset', undefined],
  ],
  freshdesk: [
    ['/support/solutions/articles/1000123-reset', ['article', '1000123']],
    ['/en/support/solutions/articles/1000123', ['article', '1000123', { language: 'en' }]],
    ['/support/solutions/folders/1000124', ['folder', '1000124']],
    ['/support/solutions/1000125', ['category', '1000125']],
    ['/de/support/solutions/1000125-fragen', ['category', '1000125', { language: 'de' }]],
    ['/support/solutions', ['home', '']],
    ['/support/home', ['home', '']],
    ['/support', undefined],
    ['/support/search/solutions', ['search', '']],
    ['/support/tickets/new', ['contact', '']],
    ['/support/tickets', undefined],
    ['/support/solutions/articles/reset', undefined],
  ],
  wordpress: [
    ['/?p=12', ['post', '12']],
    ['/?page_id=12', ['post', '12']],
    ['/index.php?p=12', ['post', '12']],
    ['/', undefined],
    ['/blog?p=12', undefined],
    ['/wp-content/uploads/2019/05/disk.png', undefined],
  ],
  discourse: [
    ['/t/reset-your-password/12', ['topic', '12']],
    ['/t/reset-your-password/12/3', ['topic', '12', { position: '3' }]],
    ['/t/12', ['topic', '12']],
    ['/t/12/3', ['topic', '12', { position: '3' }]],
    ['/t/-/12', ['topic', '12']],
    ['/t/返金/12', ['topic', '12']],
    ['/p/99', ['post', '99']],
    ['/p/99/7', ['post', '99']],
    ['/c/support/5', ['category', '5']],
    ['/c/support/billing/6', ['category', '6']],
    ['/c/support/5/l/latest', ['category', '5']],
    ['/tag/billing', ['tag', 'billing']],
    [`/uploads/default/original/1X/${'a1'.repeat(20)}.png`, ['upload', 'a1'.repeat(20)]],
    [`/uploads/default/optimized/2X/a/a1/${'a1'.repeat(20)}_2_690x388.png`, ['upload', 'a1'.repeat(20)]],
    ['/t/reset-your-password', undefined],
    ['/t/a/b/12', undefined],
    ['/c/support', undefined],
    ['/tag/返金', undefined],
    ['/uploads/default/original/1X/cat.png', undefined],
  ],
  nodebb: [
    ['/topic/12', ['topic', '12']],
    ['/topic/12/reset-your-password', ['topic', '12']],
    ['/topic/12/reset-your-password/3', ['topic', '12', { position: '3' }]],
    ['/post/99', ['post', '99']],
    ['/category/5/support', ['category', '5']],
    ['/topic/reset', undefined],
  ],
  flarum: [
    ['/d/12', ['discussion', '12']],
    ['/d/12-reset-your-password', ['discussion', '12']],
    ['/d/12-reset-your-password/3', ['discussion', '12', { position: '3' }]],
    ['/d/reset', undefined],
  ],
  phpbb: [
    ['/viewtopic.php?t=12', ['topic', '12']],
    ['/phpbb/viewtopic.php?t=12&p=99', ['topic', '12', { position: '99' }]],
    ['/community/phpbb/viewtopic.php?p=99', ['post', '99']],
    ['/viewtopic.php', undefined],
    ['/viewforum.php?p=1', undefined],
  ],
};

describe.each(Object.entries(TABLES))('the scheme %s', (name, table) => {
  it.each(table)('reads %s', (path, reading) => {
    const [kind, id, rest] = reading ?? [];
    expect(SCHEMES[name as SchemeName](path)).toEqual(reading && { kind, id, ...rest });
  });

  it('takes a path of any length in no time', () => {
    for (const part of ['/', '-', '/hc', '1', 'en-', 'a'])
      expect(SCHEMES[name as SchemeName](part.repeat(50_000))).toBeUndefined();
  });
});

describe('the path of an address', () => {
  it.each([
    ['/docs/setup', '/docs/setup'],
    ['/docs/setup/', '/docs/setup'],
    ['/docs/setup///', '/docs/setup'],
    ['/', '/'],
    ['//', '/'],
    ['https://old.example.com/docs/setup?utm_source=mail#part', '/docs/setup'],
    ['HTTP://old.example.com', '/'],
    ['/docs/%C3%A5ska', '/docs/åska'],
    ['/docs/a\u030Aska', '/docs/åska'],
    ['/docs/100%2525', '/docs/100%25'],
    ['/docs/a%2Fb', '/docs/a/b'],
    ['/?p=12&utm_source=x', '/?p=12'],
    ['/?page_id=3', '/?page_id=3'],
    ['/?p=x', '/'],
    ['/?p=-1', '/'],
    ['/Docs/Setup.html', '/Docs/Setup.html'],
    ['/%E0%A4%A', undefined],
    ['/%00', undefined],
    ['/a%0Ab', undefined],
    ['/\uD800', undefined],
    ['docs/setup', undefined],
    ['', undefined],
    ['javascript:alert(1)', undefined],
  ])('of %p is %p', (address, path) => expect(readPath(address)).toBe(path));
});

it.each([
  ['å', 999, true],
  ['a', 1_000, false],
  ['返', 900, false],
  ['a?', 9_000, false],
])('a path of %s, %d times, is short enough: %s', (part, times, isShort) =>
  expect(readPath(`/${part.repeat(times)}`) !== undefined).toBe(isShort),
);

describe('the entry of an address', () => {
  it.each([
    ['/docs/setup/', '/docs/setup'],
    ['/hc/en-us/articles/12-a', 'zendesk:article:12'],
    ['https://acme.zendesk.com/hc/sv/articles/12-b?x=1#h_01H', 'zendesk:article:12'],
    ['/en/articles/12-a', 'intercom:article:12'],
    ['/article/12-a', 'helpscout:article:12'],
    ['/support/solutions/12', 'freshdesk:category:12'],
    ['/?p=12', 'wordpress:post:12'],
    ['zendesk:article:12', 'zendesk:article:12'],
    [' zendesk:home: ', 'zendesk:home:'],
  ])('%p is %p', (typed, entry) => expect(readAddress(typed)).toBe(entry));

  it.each(['', 'docs', 'unknown:article:12', 'zendesk:article:1 2', '/%E0%A4%A'])('%p is none', (typed) =>
    expect(() => readAddress(typed)).toThrow('An address is a path'),
  );
});

it('a path is looked for itself, then as what schemes read in it', () => {
  expect(entriesOf('/docs')).toEqual(['/docs']);
  expect(entriesOf('/hc/en-us/articles/12-a')).toEqual(['/hc/en-us/articles/12-a', 'zendesk:article:12']);
});

it('a place in a thing is an entry before the thing, where places are entries', () => {
  expect(places.entriesOf('/t/reset/12/3')).toEqual([
    '/t/reset/12/3',
    'discourse:topic:12-3',
    'discourse:topic:12',
  ]);
  expect(places.readAddress('https://forum.acme.com/t/reset/12/3?u=bo')).toBe('discourse:topic:12-3');
  expect(places.readAddress('/viewtopic.php?f=2&p=99&t=12#p99')).toBe('phpbb:topic:12-99');
  expect(readAddress('/t/reset/12/3')).toBe('discourse:topic:12');
});

it.each([
  ['/t/reset/12/3', 'discourse:topic:12'],
  ['/t/other/12', 'discourse:topic:12'],
  ['/docs', '/docs'],
])('%s is counted as %s', (path, key) => expect(keyOf(path)).toBe(key));

it.each([
  ['/hc/en-us/articles/360047117032-How-to-reset-it', 'How to reset it'],
  ['/help/refund_policy.html', 'refund policy'],
  ['/t/reset-your-password/12/3', 'reset your password'],
  ['/d/12-reset-your-password', 'reset your password'],
  ['/t/12', '12'],
  ['/?p=12', ''],
  ['/', ''],
])('the words of %s are %p', (path, words) => expect(wordsOfPath(path)).toBe(words));
