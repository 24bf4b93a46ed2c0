import { type SqlPart, sql } from '@guidepost/postgres';
import { describe, expect, it } from '@jest/globals';
import { createPublicAddress, createSiteAddress } from './public-address.ts';
import { slugFrom } from './slug.ts';
import { decisiveTerms, orderBy } from './sort-order.ts';

const GUIDE = { host: 'help.example.com:8443', kind: 'guides', slug: 'install', id: 31 } as const;

describe('links.public by PUBLIC_URL_TEMPLATE', () => {
  it.each([
    ['https://{host}/{kind}/{slug}', 'https://help.example.com:8443/guides/install'],
    [
      'http://127.0.0.1:4010/site/{host}/{kind}/{id}',
      'http://127.0.0.1:4010/site/help.example.com:8443/guides/31',
    ],
    ['https://example.com/{slug}?id={id}&slug={slug}', 'https://example.com/install?id=31&slug=install'],
    ['https://example.com/help', 'https://example.com/help'],
  ])('%s is %s', (template, address) => {
    expect(createPublicAddress(template)(GUIDE)).toBe(address);
  });

  it.each([
    '',
    '/{slug}',
    'ftp://example.com/{slug}',
    'javascript:{slug}',
    'https://example.com/{name}',
    'https://x/{}',
  ])('refuses "%s"', (template) => {
    expect(() => createPublicAddress(template)).toThrow(/^PUBLIC_URL_TEMPLATE /);
  });
});

describe('the URL of a site by PUBLIC_URL_TEMPLATE', () => {
  it.each([
    ['https://{host}/{kind}/{slug}', 'https://help.example.com:8443'],
    ['http://127.0.0.1:4010/site/{host}/{kind}/{id}', 'http://127.0.0.1:4010/site/help.example.com:8443'],
    ['https://example.com/help/{kind}/{slug}', 'https://example.com/help'],
    ['https://{host}/help/{slug}', undefined],
    ['https://{host}/{kind}/{slug}?lang=en', undefined],
    ['https://{host}/{kind}?slug={slug}', undefined],
    ['https://example.com/{slug}/{kind}/{id}', undefined],
    ['https://example.com/help', undefined],
  ])('%s is %s', (template, address) => {
    expect(createSiteAddress(template)(GUIDE.host)).toBe(address);
  });
});

const LONG = 'installation '.repeat(30);

describe('slugFrom', () => {
  it.each([
    ['Getting started', 'getting-started'],
    ['getting-started/install', 'getting-started-install'],
    ['  --Spaces  and_signs!  ', 'spaces-and-signs'],
    ['Återställ lösenordet på Åland', 'aterstall-losenordet-pa-aland'],
    ['A\u030Angstro\u0308m', 'angstrom'],
    ['Straße, Æble, Łódź, Þór, İstanbul', 'strasse-aeble-lodz-thor-istanbul'],
    ['ﬁnale №5 ½', 'finale-no5-1-2'],
    ["don't, don’t", 'dont-dont'],
    ['C', 'c'],
    ['C++', 'cplusplus'],
    ['C#', 'csharp'],
    ['R & D', 'r-and-d'],
    ['genindex-_', 'genindex-underscore'],
    ['日本', 'u65e5u672c'],
    ['кот', 'u43au43eu442'],
    ['constructor', 'constructor'],
    ['…!?', ''],
    ['', ''],
  ])('folds %j to %j', (text, slug) => {
    expect(slugFrom(text)).toBe(slug);
  });

  it('distinguishes letters without a Latin form', () => {
    expect(slugFrom('कि')).not.toBe(slugFrom('का'));
  });

  it('replaces the end of a slug over 200 characters by a digest', () => {
    const [one, other] = [slugFrom(`${LONG} one`), slugFrom(`${LONG} other`)];
    expect(one).toMatch(/^installation-[a-z-]+-[0-9a-f]{12}$/);
    expect(one.length).toBeLessThanOrEqual(200);
    expect(one).not.toBe(other);
  });
});

const FIELDS = {
  title: (collation: SqlPart) => sql.part`g.title collate ${collation}`,
  slug: sql.part`g.slug`,
  id: sql.part`g.id`,
};
const language = 'sv';

describe('an order', () => {
  it.each([
    [[], undefined],
    [['title'], 'g.title collate order_sv, g.id'],
    [['-title', 'slug'], 'g.title collate order_sv desc, g.slug, g.id'],
    [['-id', 'title'], 'g.id desc'],
    [['title', '-title'], 'g.title collate order_sv, g.id'],
  ])('of %j ends in the id', (terms, order) => {
    expect(orderBy(FIELDS, { sort: terms, language })?.toString()).toBe(order);
  });

  it.each(['g.secret', '1; drop table guides', '--title', '__proto__', 'constructor', ''])(
    'contains only SQL of the fields: %s',
    (term) => {
      expect(String(orderBy(FIELDS, { sort: [term], language }))).toBe('g.id');
    },
  );

  it('is reduced to its decisive terms', () => {
    expect(decisiveTerms(['-title', 'title', 'id', 'slug'])).toEqual(['-title', 'id']);
  });
});
