import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { documentGuide, useImportFixture } from '../testing/import-fixture.ts';
import { runKb } from '../testing/processes.ts';

const HOST = 'help.example.com';
const fixture = useImportFixture();

beforeAll(async () => {
  await fixture.create(HOST);
  await fixture.importJson(HOST, {
    guides: [
      documentGuide('install-linux', { title: 'Install it on Linux' }),
      documentGuide('refunds', { title: 'Refunds and returns' }),
    ],
  });
});

beforeEach(() => fixture.database.none('delete from addresses'));

const redirect = (...words: string[]) => runKb(['redirect', ...words], { KB_DATABASE_URL: fixture.url });

async function file(name: string, text: string): Promise<string> {
  const path = join(fixture.folder, name);
  await writeFile(path, text);
  return path;
}

describe('kb redirect', () => {
  it('adds, lists and removes addresses', async () => {
    const old = 'https://acme.zendesk.com/hc/en-us/articles/12-Install';
    const added = await redirect('add', HOST, old, '/guides/install-linux#step-2', '--by', 'Maja');
    expect(added.stdout).toBe('zendesk:article:12 leads to /guides/install-linux#step-2.\n');
    const { stdout } = await redirect('list', HOST);
    expect(stdout).toMatch(/zendesk:article:12 +\/guides\/install-linux#step-2 +0 +Maja \(cli\)/);
    expect((await redirect('remove', HOST, '/hc/sv/articles/12')).stdout).toBe(
      'Removed /hc/sv/articles/12.\n',
    );
    expect((await redirect('list', HOST)).stdout).toBe('There are no old addresses.\n');
  });

  it('says why an address is not added', async () => {
    const { code, stderr } = await redirect('add', HOST, '/old', '/guides/nothing');
    expect([code, stderr]).toEqual([1, 'Nothing is at /guides/nothing.\n']);
  });

  it('imports a CSV file, which it also writes', async () => {
    const path = await file(
      'redirects.csv',
      'from,to\n/docs/setup.html,/guides/install-linux\n"/docs/a,b",/guides/refunds\n/docs/old,/docs/setup.html\n',
    );
    const first = await redirect('import', HOST, path, '--dry-run');
    expect(first.stdout).toBe(
      'Nothing was changed. An import would make: 3 created, 0 changed, 0 unchanged.\n',
    );
    expect((await redirect('import', HOST, path)).stdout).toBe(
      'Addresses: 3 created, 0 changed, 0 unchanged.\n',
    );
    const { stdout: csv } = await redirect('list', HOST, '--csv');
    expect(csv).toBe(
      '\ufeffaddress,to\r\n"/docs/a,b",/guides/refunds\r\n/docs/old,/guides/install-linux\r\n/docs/setup.html,/guides/install-linux\n',
    );
    const again = await redirect('import', HOST, await file('again.csv', csv));
    expect(again.stdout).toBe('Addresses: 0 created, 0 changed, 3 unchanged.\n');
  });

  it('imports what it can of a CSV file, and names the rest by its line', async () => {
    const path = await file('redirects.csv', '/a;/guides/refunds\n/b;/guides/nothing\n');
    const { code, stdout, stderr } = await redirect('import', HOST, path);
    expect([code, stderr]).toEqual([1, '1 address not added.\n']);
    expect(stdout).toContain(`${path}:2: /b → /guides/nothing: Nothing is at /guides/nothing.`);
  });

  it.each([
    ['without a second column', '/a\n', 'has no second column, where the address leads'],
    ['with an open quote', '"/a,/b\n', 'Quote Not Closed'],
  ])('refuses a CSV file %s', async (_, text, message) => {
    const { code, stderr } = await redirect('import', HOST, await file('wrong.csv', text));
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});

describe('kb redirect check', () => {
  const SITEMAP = `<?xml version="1.0"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <url><loc>https://help.example.com/guides/refunds</loc><image:image><image:loc>https://help.example.com/refund-picture.png</image:loc></image:image></url>
    <url><loc>https://acme.zendesk.com/hc/en-us/articles/12-Install?a=1&amp;b=2</loc></url>
    <url><loc> https://acme.zendesk.com/hc/en-us/articles/13-Refunds-in-winter </loc></url>
    </urlset>`;

  it('asks for each address of a sitemap what readers get, and fails if one leads nowhere', async () => {
    await redirect('add', HOST, 'zendesk:article:12', '/guides/install-linux');
    const { code, stdout, stderr } = await redirect('check', HOST, await file('sitemap.xml', SITEMAP));
    expect([code, stderr]).toEqual([1, '1 address of 3 failed.\n']);
    expect(stdout).toBe(
      [
        '200  https://help.example.com/guides/refunds',
        '301  https://acme.zendesk.com/hc/en-us/articles/12-Install?a=1&b=2 → /guides/install-linux',
        'FAIL https://acme.zendesk.com/hc/en-us/articles/13-Refunds-in-winter (nearest: /guides/refunds)',
        '2 of 3 addresses answer.',
        '',
      ].join('\n'),
    );
  });

  it('takes one address a line, and prints CSV', async () => {
    const path = await file('addresses.txt', '# Old\n/guides/refunds\r\n\n/search\n');
    const { code, stdout } = await redirect('check', HOST, path, '--csv');
    expect([code, stdout]).toEqual([
      0,
      '\ufeffaddress,status,to,nearest\r\n/guides/refunds,200,,\r\n/search,200,,\n',
    ]);
  });

  it('reads no entities of a document type', async () => {
    const text =
      '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>/a&x;</loc></url></urlset>';
    const { stdout } = await redirect('check', HOST, await file('entities.xml', text), '--json');
    expect(JSON.parse(stdout)).toEqual([{ address: '/a&x;', status: 404, nearest: [] }]);
  });

  it('asks for the parts of a sitemap that lists others', async () => {
    const text =
      '<sitemapindex><sitemap><loc>https://help.example.com/sitemap-1.xml</loc></sitemap></sitemapindex>';
    const { code, stderr } = await redirect('check', HOST, await file('index.xml', text));
    expect([code, stderr]).toEqual([1, 'It is a list of sitemaps. Check each of them.\n']);
  });
});
