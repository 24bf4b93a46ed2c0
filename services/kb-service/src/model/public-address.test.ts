import { describe, expect, it } from '@jest/globals';
import { createPublicAddress, createSiteAddress } from './public-address.ts';

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
