import { readFile } from 'node:fs/promises';
import { MAX_IMAGE_BYTES } from '@guidepost/files/images';
import { DESCRIBED, png } from '@guidepost/files/testing';
import { describe, expect, it } from '@jest/globals';
import { deleteUnusedFiles, findFile, findStoredFile } from '../../files/files.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { publishGuide } from '../publishing/publish-guide.ts';
import { discardDraft } from './propose-draft.ts';
import { saveDraft } from './save-draft.ts';
import { uploadImage } from './upload-image.ts';

const HOST = 'help.example.com';
const PNG = new URL('../../../demo/hjalp.example.com/bilder/norrhjul.png', import.meta.url);

const fixture = useEditingFixture({
  host: HOST,
  guides: [
    { id: 31, slug: 'a' },
    { id: 32, slug: 'b' },
  ],
});

const upload = async (name = 'Tyre pressure.png', bytes?: Uint8Array) =>
  uploadImage(fixture.database, fixture.author, {
    host: HOST,
    guideId: 31,
    name,
    bytes: bytes ?? (await readFile(PNG)),
  });

const stored = () => fixture.database.any('select token, path from files order by id');
const storedWith = (src: string) =>
  findStoredFile(fixture.database, { knowledgeBaseId: fixture.knowledgeBaseId, token: src.slice(7, 29) });
const publish = () => publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: 31 });
const removeUnused = () => deleteUnusedFiles(fixture.database, fixture.knowledgeBaseId);
const aDayLater = () =>
  fixture.database.none("update files set uploaded_at = uploaded_at - interval '25 hours'");
const save = (contentHtml: string) =>
  saveDraft(fixture.database, fixture.author, { host: HOST, guideId: 31, contentHtml });

describe('an uploaded image', () => {
  it('has an address and its size', async () => {
    expect(await upload()).toEqual({
      src: expect.stringMatching(/^\/files\/[\w-]{22}\.png$/),
      width: expect.any(Number),
      height: expect.any(Number),
    });
    expect(await stored()).toMatchObject([{ path: 'tyre-pressure.png' }]);
  });

  it('is stored once', async () => {
    const { src } = await upload('again.png');
    expect(src).toBe((await upload()).src);
    expect(await stored()).toHaveLength(1);
  });

  it('stays while a draft shows it, although readers do not see it', async () => {
    const { src } = await upload();
    const token = src.slice(7, 29);
    const { contentHtml } = await save(`<p><img alt="Tyre" src="${src}" width="10"></p>`);
    expect(contentHtml).toBe(`<p><img src="${src}" alt="Tyre" width="10" /></p>`);
    await aDayLater();
    expect(await removeUnused()).toEqual([]);
    expect(await findFile(fixture.database, { token, withBytes: false })).toBeNull();
    expect(
      await findStoredFile(fixture.database, { knowledgeBaseId: fixture.knowledgeBaseId, token }),
    ).toMatchObject({ media_type: 'image/png', bytes: await readFile(PNG) });
    await publish();
    expect(await findFile(fixture.database, { token, withBytes: false })).toMatchObject({
      media_type: 'image/png',
    });
  });

  it('goes a day after a draft shows another one', async () => {
    const { src: first } = await upload('first.png', png('first'));
    const { src: second } = await upload('second.png', png('second'));
    await save(`<img src="${first}">`);
    await save(`<img src="${second}">`);
    await aDayLater();
    expect(await removeUnused()).toHaveLength(1);
    expect(await storedWith(first)).toBeNull();
    expect(await storedWith(second)).not.toBeNull();
  });

  it.each([
    ['is changed', async () => {}],
    ['begins', publish],
  ])('is still shown to readers when a draft of another title %s, and is published', async (name, before) => {
    const { src } = await upload(name, png(name));
    await save(`<img src="${src}">`);
    await before();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: 31, title: `Kept: ${src}` });
    await publish();
    expect(await findFile(fixture.database, { token: src.slice(7, 29), withBytes: false })).not.toBeNull();
  });

  it('that nothing shows goes a day later', async () => {
    const { src } = await upload('other.png', png('other'));
    expect(await removeUnused()).toEqual([]);
    await save(`<img src="${src}">`);
    await discardDraft(fixture.database, fixture.editor, { host: HOST, guideId: 31 });
    await aDayLater();
    expect(await removeUnused()).toHaveLength(1);
  });

  it.each(DESCRIBED)('S42 is stored without its description: %s', async (_, described, clean) => {
    const { src } = await upload('photo', described);
    const file = await findStoredFile(fixture.database, {
      knowledgeBaseId: fixture.knowledgeBaseId,
      token: src.slice(7, 29),
    });
    expect(file?.bytes).toEqual(clean);
    expect(await upload('photo', clean)).toMatchObject({ src });
  });

  it.each([
    ['S42 60,000 × 60,000 pixels', png('', 60_000, 60_000)],
    ['parts that do not add up', Buffer.concat([png().subarray(0, 40), png()])],
    ['text', Buffer.from('not an image')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['half of an image', 'half'],
    ['more than 10 MB', 'large'],
  ] as const)('is refused: %s', async (_, given) => {
    const image = await readFile(PNG);
    const bytes =
      given === 'half'
        ? image.subarray(0, image.length / 2)
        : given === 'large'
          ? Buffer.concat([image, Buffer.alloc(MAX_IMAGE_BYTES)])
          : given;
    await expect(upload('bad.png', bytes)).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { image: [expect.stringMatching(/^bad\.png /)] } },
    });
  });
});
