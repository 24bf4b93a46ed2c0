import { describe, expect, it } from '@jest/globals';
import { createPublicAddress } from './public-address.ts';

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
