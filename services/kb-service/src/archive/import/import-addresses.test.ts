import { beforeEach, expect, it } from '@jest/globals';
import { describeTarget, listAddresses } from '../../addresses/list-addresses.ts';
import { OPERATOR } from '../../testing/content.ts';
import { useImportFixture } from '../../testing/import-fixture.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

const stored = async () => {
  const { addresses } = await listAddresses(fixture.database, { host, limit: 100 });
  return addresses.map((address) => `${address.address} → ${describeTarget(address)}`);
};

const FILES = {
  'install.md':
    '---\naliases: [/docs/setup.html, /docs/setup/, Set up, old/relative]\nredirect_from: /hc/en-us/articles/12-a\n---\nx',
  'pay.md':
    '---\nlink: https://old.example.com/pay/?utm_source=x\npermalink: /:title/\nurl: //cdn.example.com/a\n---\nx',
  'index.md': '---\npermalink: /\n---\nx',
  'pages/refunds.md': '---\npermalink: /guides/pages-refunds\nalias: /refunds\n---\nx',
};

it('addresses in front matter lead to the guide of their file', async () => {
  const { addresses, remarks } = await fixture.importFiles(host, FILES);
  expect([addresses, remarks]).toEqual([{ created: 5, updated: 0 }, []]);
  expect(await stored()).toEqual([
    '/docs/setup → /guides/install',
    '/docs/setup.html → /guides/install',
    '/pay → /guides/pay',
    '/refunds → /guides/pages-refunds',
    'zendesk:article:12 → /guides/install',
  ]);
  expect((await fixture.importFiles(host, FILES)).addresses).toEqual({ created: 0, updated: 0 });
});

it('also of one file, and of a guide that has been renamed here', async () => {
  await fixture.importFiles(host, FILES, { only: 'install.md' });
  await renameGuide(fixture.database, OPERATOR, { host, slug: 'install', newSlug: 'set-up' });
  const changed = { ...FILES, 'install.md': '---\naliases: [/docs/setup]\n---\nchanged' };
  const { addresses } = await fixture.importFiles(host, changed, { only: 'install.md' });
  expect(addresses).toEqual({ created: 0, updated: 0 });
  expect(await stored()).toContain('/docs/setup → /guides/set-up');
});

it('of two files with the same address, the first keeps it', async () => {
  const { remarks } = await fixture.importFiles(host, {
    'a.md': '---\naliases: [/old]\n---\nx',
    'b.md': '---\naliases: [/old/]\n---\nx',
  });
  expect(await stored()).toEqual(['/old → /guides/a']);
  expect(remarks).toEqual([
    'b.md: the address /old/ does not lead to /guides/b: It is the same as /old, which leads to /guides/a.',
  ]);
});

it('a file that has moved takes its addresses along', async () => {
  await fixture.importFiles(host, { 'a.md': '---\naliases: [/old]\n---\nThe same words.' });
  const { moved } = await fixture.importFiles(host, {
    'b/a.md': '---\naliases: [/old]\n---\nThe same words.',
  });
  expect(moved).toEqual([{ former: 'a', slug: 'b-a' }]);
  expect(await stored()).toEqual(['/old → /guides/b-a']);
});
