import { createHash } from 'node:crypto';
import { SAMPLES, zip } from '@guidepost/files/testing';
import { MAX_FILE_BYTES } from '@guidepost/files/types';
import { describe, expect, it } from '@jest/globals';
import { deleteUnusedFiles, findFile, findStoredFile } from '../../files/files.ts';
import { loadGuideDocuments } from '../../search/guide-documents.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { publishGuide } from '../publishing/publish-guide.ts';
import { restoreVersion } from '../versions/restore-version.ts';
import { discardDraft } from './propose-draft.ts';
import { readForEditing } from './read-for-editing.ts';
import { saveDraft } from './save-draft.ts';
import { uploadFile } from './upload-file.ts';

const HOST = 'help.example.com';
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(1_234_000, 1)]);

const fixture = useEditingFixture({
  host: HOST,
  guides: [
    { id: 31, slug: 'a' },
    { id: 32, slug: 'b' },
  ],
});

const upload = (name = 'Bruks­anvisning å.pdf', bytes: Uint8Array = PDF) =>
  uploadFile(fixture.database, fixture.author, { host: HOST, guideId: 31, name, bytes });
const save = (contentHtml: string) =>
  saveDraft(fixture.database, fixture.author, { host: HOST, guideId: 31, contentHtml });
const publish = () => publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: 31 });
const readers = (token: string) => findFile(fixture.database, { token, withBytes: false });
const stored = (token: string) =>
  findStoredFile(fixture.database, { knowledgeBaseId: fixture.knowledgeBaseId, token });
const aDayLater = () =>
  fixture.database.none("update files set uploaded_at = uploaded_at - interval '25 hours'");

describe('an uploaded file', () => {
  it('has an address with its name, and a link that says its type and size', async () => {
    const file = await upload();
    expect(file).toEqual({
      token: expect.stringMatching(/^[\w-]{22}$/),
      name: 'Bruks anvisning å.pdf',
      media_type: 'application/pdf',
      size: 1_234_009,
      href: `/files/${file.token}/Bruks%20anvisning%20%C3%A5.pdf`,
      text: 'Bruks anvisning å.pdf (PDF, 1.2 MB)',
      html: `<a class="file" href="${file.href}">${file.text}</a>`,
    });
    expect(await stored(file.token)).toMatchObject({
      digest: createHash('sha256').update(PDF).digest('hex'),
    });
  });

  it('is stored once under each name', async () => {
    const [first, again, other] = [await upload('a.pdf'), await upload('a.pdf'), await upload('b.pdf')];
    expect(again.token).toBe(first.token);
    expect(other.token).not.toBe(first.token);
  });

  it.each(SAMPLES)('may be of the type %s', async (mediaType, ending, bytes) => {
    const { name, media_type } = await upload('sample.exe', bytes);
    expect([name, media_type]).toEqual([`sample.${ending}`, mediaType]);
  });

  it.each([
    [
      'a web page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'is of a type that is not allowed',
    ],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'is of a type that is not allowed'],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003\u0000', 'latin1'), 'is of a type that is not allowed'],
    [
      'macros',
      zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'Basic/a.xml': 'x' }),
      'has macros',
    ],
    ['nothing', Buffer.alloc(0), 'is empty'],
    ['too much', Buffer.alloc(MAX_FILE_BYTES + 1, 65), 'at most 20000000 are allowed'],
  ])('S47 is refused if it is %s, whatever its name', async (_, bytes, reason) => {
    await expect(upload('a.pdf', bytes)).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { file: [expect.stringContaining(reason)] } },
    });
  });

  it('S47 is private until a published guide links to it, and again afterwards', async () => {
    const { token, html } = await upload();
    expect(await readers(token)).toBeNull();
    await save(`<p>${html}</p>`);
    expect(await readers(token)).toBeNull();
    await publish();
    expect(await readers(token)).toMatchObject({ token, name: 'Bruks anvisning å.pdf' });
    await save('<p>without</p>');
    await publish();
    expect(await readers(token)).toBeNull();
  });

  it('is kept for a day, and for as long as a draft links to it', async () => {
    const [used, unused] = [await upload('used.pdf'), await upload('unused.pdf')];
    await save(`<p>${used.html}</p>`);
    const clean = () => deleteUnusedFiles(fixture.database, fixture.knowledgeBaseId);
    expect(await clean()).toEqual([]);
    await aDayLater();
    await clean();
    expect([await stored(used.token), await stored(unused.token)]).toEqual([expect.anything(), null]);
    await discardDraft(fixture.database, fixture.author, { host: HOST, guideId: 31 });
    await aDayLater();
    await clean();
    expect(await stored(used.token)).toBeNull();
  });
});

describe('the link to a file', () => {
  const saved = async (html: string) => (await save(html)).contentHtml;

  it.each([
    ['another size', (href: string) => `<a class="file" href="${href}">Manual (TXT, 1 kB)</a>`, 'Manual'],
    ['another language', (href: string) => `<a href="${href}">Manual (PDF, 3,4 Mo)</a>`, 'Manual'],
    ['nothing', (href: string) => `<a href="${href}">Manual</a>`, 'Manual'],
    ['no name', (href: string) => `<a class="file" href="${href}">(PDF, 1 MB)</a>`, 'a.pdf'],
    ['another bracket', (href: string) => `<a href="${href}">Report (Q1, 2024)</a>`, 'Report (Q1, 2024)'],
    [
      'emphasis',
      (href: string) => `<a id="m" href="${href}"><em>My</em> manual (PDF, 9 MB)</a>`,
      '<em>My</em> manual',
    ],
    ['another name', (href: string) => `<a href="${href.replace('a.pdf', 'b.exe')}">Manual</a>`, 'Manual'],
  ])('is corrected when it says %s', async (_, write, text) => {
    const { href } = await upload('a.pdf');
    const html = await saved(`<p>${write(href)}</p>`);
    expect(html).toMatch(new RegExp(`^<p><a class="file" href="${href}"( id="m")?>`));
    expect(html).toContain(`>${text} (PDF, 1.2 MB)</a>`);
    expect(await saved(html)).toBe(html);
  });

  it('becomes text if there is no such file, or it is one of another knowledge base', async () => {
    const html = await saved(
      '<p><a class="file" href="/files/AAAAAAAAAAAAAAAAAAAAAA/x.pdf">X (PDF, 1 MB)</a></p>',
    );
    expect(html).toBe('<p>X</p>');
  });

  it('has its class alone', async () => {
    expect(await saved('<p><a class="file note" href="https://a.example/">X</a></p>')).toBe(
      '<p><a class="note" href="https://a.example/">X</a></p>',
    );
  });

  it('is in the language of the knowledge base', async () => {
    await fixture.database.none("update knowledge_bases set language = 'sv'");
    const { html } = await upload('a.pdf');
    expect(html.replace(/\u00a0/g, ' ')).toContain('a.pdf (PDF, 1,2 MB)');
    await fixture.database.none("update knowledge_bases set language = 'en'");
  });

  it('may stand 50 times in a guide, for files that differ', async () => {
    const files = [];
    for (let index = 0; index <= 50; index += 1) files.push(await upload(`${index}.txt`, Buffer.from('a')));
    const links = files.map(({ html }) => html);
    await expect(save(links.join(' '))).rejects.toMatchObject({
      details: { fields: { files: [expect.any(String)] } },
    });
    await save([...links.slice(0, 50), links[0]].join(' '));
    await expect(upload('one more.pdf')).rejects.toMatchObject({
      details: { fields: { files: [expect.any(String)] } },
    });
    await save('<p>a</p>');
  });

  it('leads search to the guide by the name of the file', async () => {
    const { href } = await upload('Zephyr handbook.pdf');
    await save(`<p><a href="${href}">Read this</a></p>`);
    await publish();
    const { documents } = await loadGuideDocuments(fixture.database, fixture.knowledgeBaseId, [31]);
    expect(documents[0]?.fields.join(' ')).toContain('Zephyr handbook.pdf');
  });

  it('of a former version becomes text if its file is gone', async () => {
    const { token, html } = await upload('gone.pdf');
    await save(`<p>${html}</p>`);
    await publish();
    await save('<p>without</p>');
    await publish();
    await fixture.database.none('delete from files where token = $1', [token]);
    const versions = await fixture.database.any<{ number: number }>(
      'select number from guide_versions where guide_id = 31 order by number desc',
    );
    const number = versions[1]?.number ?? 0;
    const restored = await restoreVersion(fixture.database, fixture.author, {
      host: HOST,
      guideId: 31,
      number,
    });
    expect(restored.missingImages).toBe(1);
    const { contentHtml } = await readForEditing(fixture.database, { host: HOST, guideId: 31 });
    expect(contentHtml).toBe('<p>gone.pdf</p>');
  });
});
