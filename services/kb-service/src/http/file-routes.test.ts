import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLogo } from '@guidepost/files/images';
import { AVIF, GIF, JPEG, png, pngOfSize, WEBP } from '@guidepost/files/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import { openImportSource } from '../archive/import/open-import-source.ts';
import { setLogo } from '../tenants/logo.ts';
import { OPERATOR } from '../testing/content.ts';
import { writeFiles } from '../testing/import-fixture.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { saveDraft } from '../writing/drafts/save-draft.ts';
import { uploadFile } from '../writing/drafts/upload-file.ts';
import { publishGuide } from '../writing/publishing/publish-guide.ts';

const HOST = 'help.example.com';
const LARGE = pngOfSize(9_000_000);

let folder: string;
let service: TestService;
let addresses: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-files-'));
  const beside = {
    'i.png': png(),
    'i.gif': GIF,
    'i.jpg': JPEG,
    'i.webp': WEBP,
    'i.avif': AVIF,
    'large.png': LARGE,
    'deleted.png': png('deleted'),
  };
  const all = Object.keys(beside).map((name) => `<img src="${name}">`);
  await writeFiles(folder, {
    'a.html': all.join(''),
    'draft.html': '<img src="i.png"><img src="draft.png">',
    ...beside,
    'draft.png': png('draft'),
  });
  service = await startTestService([{ host: HOST }]);
  const source = await openImportSource(folder);
  await importKnowledgeBase(service.database, OPERATOR, {
    host: HOST,
    source,
    signal: new AbortController().signal,
  });
  addresses = await addressesByPath();
  await service.change(
    HOST,
    `update guides set published = false where knowledge_base_id = $1 and slug = 'draft'`,
  );
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});
beforeEach(() => setAccess('public'));

async function addressesByPath(): Promise<Record<string, string>> {
  const rows = await service.database.any('select path, token from files');
  return Object.fromEntries(
    rows.map(({ path, token }) => [path, `/files/${token}${path.slice(path.lastIndexOf('.'))}`]),
  );
}

function setAccess(access: string): Promise<void> {
  return service.change(HOST, 'update knowledge_bases set access = $2 where id = $1', [access]);
}

const get = (path: string) => service.request.get(path).buffer(true);

describe('GET /files/:name', () => {
  it.each([
    ['i.png', 'image/png', png()],
    ['i.gif', 'image/gif', GIF],
    ['i.jpg', 'image/jpeg', JPEG],
    ['i.webp', 'image/webp', WEBP],
    ['i.avif', 'image/avif', AVIF],
    ['large.png', 'image/png', LARGE],
  ])('answers the bytes of %s for any Accept', async (name, type, bytes) => {
    for (const accept of ['*/*', 'image/*', 'application/vnd.api+json']) {
      const { status, headers, body } = await get(addresses[name] ?? '').set('Accept', accept);
      expect([status, headers['content-type'], headers['content-length']]).toEqual([
        200,
        type,
        `${bytes.length}`,
      ]);
      expect(Buffer.compare(body, bytes)).toBe(0);
    }
  });

  it('S7 sandboxes files, which any site may show', async () => {
    const { headers } = await get(addresses['i.png'] ?? '');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'accept-ranges': 'none',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(headers).not.toHaveProperty('vary');
  });

  it('answers 304 without reading the bytes', async () => {
    const path = addresses['large.png'] ?? '';
    const { headers } = await service.request.head(path);
    service.takeStatements();
    const { status, text, headers: again } = await get(path).set('If-None-Match', `W/"x", ${headers.etag}`);
    expect([status, text ?? '', again.etag]).toEqual([304, '', headers.etag]);
    expect(service.takeStatements()).toHaveLength(1);
    expect((await get(path).set('If-None-Match', '"x"')).status).toBe(200);
  });

  it('HEAD answers the same without the bytes', async () => {
    const { status, headers, text } = await service.request.head(addresses['i.gif'] ?? '');
    expect([status, headers['content-length'], text ?? '']).toEqual([200, `${GIF.length}`, '']);
  });

  it('takes GET and HEAD only, and answers preflights', async () => {
    const path = addresses['i.png'] ?? '';
    const { status, headers } = await service.request.post(path);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await service.request.options(path)).status).toBe(204);
  });

  it('S3 is a 404 for files of unpublished guides', async () => {
    const path = addresses['draft.png'] ?? '';
    const { headers } = await get(addresses['i.png'] ?? '');
    const { status, body } = await get(path).set('If-None-Match', String(headers.etag));
    expect([status, body.errors?.[0].code]).toEqual([404, 'not_found']);
    const publish = `update guides set published = $2 where knowledge_base_id = $1 and slug = 'draft'`;
    await service.change(HOST, publish, [true]);
    expect((await get(path)).status).toBe(200);
    await service.change(HOST, publish, [false]);
    expect((await get(path).set('If-None-Match', '*')).status).toBe(404);
  });

  it('with access "key", files need no key and stay out of shared caches', async () => {
    await setAccess('key');
    const { status, headers } = await get(addresses['i.png'] ?? '');
    expect([status, headers['cache-control']]).toEqual([200, 'private, max-age=31536000, immutable']);
    const unchanged = await get(addresses['i.png'] ?? '').set('If-None-Match', String(headers.etag));
    expect([unchanged.status, unchanged.headers['cache-control']]).toEqual([304, headers['cache-control']]);
  });

  it('is a 404 if access is disabled', async () => {
    await setAccess('disabled');
    expect((await get(addresses['i.png'] ?? '')).status).toBe(404);
  });

  it('serves only logos of public knowledge bases', async () => {
    const logo = join(folder, 'logo.png');
    await writeFile(logo, png('logo'));
    const shown = await setLogo(service.database, OPERATOR, { host: HOST, logo: await readLogo(logo) });
    const path = shown.logo?.address ?? '';
    expect((await get(path)).body).toEqual(png('logo'));
    for (const access of ['disabled', 'key']) {
      await setAccess(access);
      expect((await get(path)).status).toBe(404);
    }
    await setAccess('public');
    await setLogo(service.database, OPERATOR, { host: HOST, logo: null });
    expect((await get(path)).status).toBe(404);
  });

  it.each([
    ['an unknown token', '/files/AAAAAAAAAAAAAAAAAAAAAA.png'],
    ['no ending', '/files/AAAAAAAAAAAAAAAAAAAAAA'],
    ['a path', '/files/a/AAAAAAAAAAAAAAAAAAAAAA.png'],
    ['nothing', '/files/'],
    ['S9 a path upwards', '/files/..%2f..%2fetc%2fpasswd'],
    ['S9 U+0000', '/files/AAAAAAAAAAAAAAAAAAAAAA%00.png'],
    ['S9 a device', '/files/NUL'],
    ['S9 300 characters', `/files/${'A'.repeat(300)}.png`],
    ['S9 signs that turn text around', '/files/%E2%80%AEgnp.AAAAAAAAAAAAAAAAAAAAAA'],
    ['S28 a broken escape', '/files/%E0%A4%A.png'],
  ])('is a 404 for %s', async (_, path) => {
    const { status, headers } = await service.request.get(path);
    expect([status, headers['content-type']]).toEqual([404, 'application/vnd.api+json']);
  });

  it('S9 serves a file under one URL, until it is deleted', async () => {
    const path = addresses['deleted.png'] ?? '';
    for (const other of [path.replace('.png', '.gif'), path.toUpperCase(), path.slice(0, -6), `${path}/`]) {
      expect((await get(other)).status).toBe(404);
    }
    await service.change(HOST, `delete from files where knowledge_base_id = $1 and path = 'deleted.png'`);
    expect((await get(path)).status).toBe(404);
  });
});

describe('GET /files/:token/:name', () => {
  const NAME = 'Bruksanvisning å.html.pdf';
  const PDF = Buffer.from('%PDF-1.7 <script>alert(1)</script>');
  let path: string;

  beforeAll(async () => {
    const [guide] = await service.database.any("select id from guides where slug = 'draft'");
    const upload = { host: HOST, guideId: guide.id, name: NAME, bytes: PDF };
    const { href, html } = await uploadFile(service.database, OPERATOR, upload);
    path = href;
    const save = { host: HOST, guideId: guide.id, contentHtml: `<p>${html}</p>` };
    await saveDraft(service.database, OPERATOR, save);
    expect((await get(path)).status).toBe(404);
    await publishGuide(service.database, OPERATOR, { host: HOST, guideId: guide.id });
  });

  it('S47 is an attachment that no browser runs', async () => {
    const { status, headers, body } = await get(path).set('Accept', 'text/html');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Bruksanvisning ?.html.pdf"; filename*=UTF-8''Bruksanvisning%20%C3%A5.html.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(Buffer.compare(body, PDF)).toBe(0);
    const again = await get(path).set('If-None-Match', String(headers.etag));
    expect(again.status).toBe(304);
  });

  it('S9 has one address', async () => {
    const token = path.split('/')[2];
    for (const other of [`/files/${token}.pdf`, `/files/${token}`, `/files/${token}/other.pdf`, `${path}/`])
      expect([other, (await get(other)).status]).toEqual([other, 404]);
    const image = (addresses['i.png'] ?? '').slice(7, 29);
    expect((await get(`/files/${image}/i.png`)).status).toBe(404);
  });

  it('S47 is private with its guide', async () => {
    const publish = `update guides set published = $2 where knowledge_base_id = $1 and slug = 'draft'`;
    await service.change(HOST, publish, [false]);
    expect((await get(path).set('If-None-Match', '*')).status).toBe(404);
    await service.change(HOST, publish, [true]);
    await setAccess('key');
    expect((await get(path)).headers['cache-control']).toBe('private, max-age=31536000, immutable');
    await setAccess('disabled');
    expect((await get(path)).status).toBe(404);
  });
});

describe('PUBLIC_FILES_URL', () => {
  const content = 'code: &lt;img src="/files/…" <img src="/files/AAAAAAAAAAAAAAAAAAAAAA.png" alt="" />';
  const guides = [{ id: 1, slug: 'a', content, categories: [2] }];
  const categories = [{ id: 2, slug: 'c' }];

  async function contentsFrom(environment: Record<string, string>, headers = {}): Promise<string[]> {
    const other = await startTestService([{ host: HOST, guides, categories }], environment);
    const paths = ['guides/1', 'guides', 'guides/slug/a', 'categories?include=guides'];
    const bodies = await Promise.all(
      paths.map((path) => other.get(`/knowledge/v1/${HOST}/${path}`).set(headers).buffer(true)),
    );
    await other.stop();
    return bodies
      .map(({ text }) => /"content_html":("(?:[^"\\]|\\.)*")/.exec(text)?.[1] ?? '')
      .map((json) => JSON.parse(json));
  }

  it('is not needed if guides are on the same site', async () => {
    expect(await contentsFrom({})).toEqual(Array(4).fill(content));
  });

  it('is added only to URLs of images, in all content', async () => {
    const absolute = content.replace('<img src="', '<img src="https://kb.example.com/base');
    expect(await contentsFrom({ PUBLIC_FILES_URL: 'https://kb.example.com/base' })).toEqual(
      Array(4).fill(absolute),
    );
  });

  it('S14 is never taken from the request', async () => {
    const spoofed = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'http' };
    expect(await contentsFrom({}, spoofed)).toEqual(Array(4).fill(content));
  });

  it.each([
    ['kb.example.com'],
    ['https://kb.example.com/'],
    ['javascript:alert(1)'],
    ['https://a"onload=1'],
    ['https://a/?b'],
    [`https://${'a'.repeat(200)}`],
  ])('is refused if it is not a base URL: %s', async (PUBLIC_FILES_URL) => {
    await expect(startTestService([], { PUBLIC_FILES_URL })).rejects.toThrow(
      /^PUBLIC_FILES_URL (is not valid|must)/,
    );
  });
});
