import { describe, expect, it } from '@jest/globals';
import { writeImage } from '../../testing/content.ts';
import { findDangers } from '../../testing/dangers.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { renameGuide } from '../drafts/guide-slugs.ts';
import { discardDraft } from '../drafts/propose-draft.ts';
import { readForEditing } from '../drafts/read-for-editing.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { publishGuide, scheduleGuide } from '../publishing/publish-guide.ts';
import { unpublishGuides } from '../publishing/publish-guides.ts';
import { compareVersions } from './compare-versions.ts';
import { republishVersion, restoreVersion } from './restore-version.ts';
import { listVersions, readVersion } from './versions.ts';

const HOST = 'help.example.com';
const TOKEN = 'a'.repeat(22);

const fixture = useEditingFixture({
  host: HOST,
  guides: [
    { id: 31, slug: 'a', title: 'A', content: '<p>one</p>' },
    { id: 32, slug: 'b', title: 'B', content: '<p>b</p>', published: false },
    { id: 33, slug: 'c', title: 'C', content: `<p><img src="/files/${TOKEN}.png" alt="Figure"></p>` },
    { id: 34, slug: 'd', title: 'D', content: '<p>d</p>' },
  ],
});

const list = (guideId: number) => listVersions(fixture.database, { host: HOST, guideId });

async function publish(guideId: number, contentHtml: string): Promise<void> {
  await saveDraft(fixture.database, fixture.author, { host: HOST, guideId, contentHtml });
  await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId });
}

const row = (id: number) =>
  fixture.database.one('select title, content_html, published from guides where id = $1', [id]);

describe('the versions of a guide', () => {
  it('begin when it is first published', async () => {
    expect(await list(32)).toEqual([]);
    expect(await list(31)).toMatchObject([{ number: 1, title: 'A', published_by: 'Test', door: 'cli' }]);
  });

  it('tell who published what, newest first', async () => {
    await publish(31, '<p>two</p>');
    expect(await list(31)).toMatchObject([
      { number: 2, published_by: 'the editor', door: 'desk', published_at: expect.any(Date) },
      { number: 1, published_by: 'Test', door: 'cli' },
    ]);
    expect(await readVersion(fixture.database, { host: HOST, guideId: 31, number: 1 })).toMatchObject({
      content_html: '<p>one</p>',
    });
  });

  it('do not grow when something else of a guide changes', async () => {
    const before = (await list(31)).length;
    await renameGuide(fixture.database, fixture.editor, { host: HOST, slug: 'a', newSlug: 'aa' });
    await unpublishGuides(fixture.database, fixture.editor, { host: HOST, ids: [31] });
    expect(await list(31)).toHaveLength(before);
    await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: 31 });
    expect(await list(31)).toHaveLength(before + 1);
  });

  it('are listed by pages', async () => {
    const [newest] = await list(31);
    const rest = await listVersions(fixture.database, {
      host: HOST,
      guideId: 31,
      before: newest?.number,
      limit: 1,
    });
    expect(rest).toMatchObject([{ number: (newest?.number ?? 0) - 1 }]);
  });

  it('of another knowledge base or without a guide do not exist', async () => {
    await expect(list(99)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(
      readVersion(fixture.database, { host: HOST, guideId: 31, number: 99 }),
    ).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('restoring a version', () => {
  it('makes it the draft, which readers do not see', async () => {
    await publish(34, '<p>changed</p>');
    await restoreVersion(fixture.database, fixture.author, { host: HOST, guideId: 34, number: 1 });
    expect(await readForEditing(fixture.database, { host: HOST, guideId: 34 })).toMatchObject({
      contentHtml: '<p>d</p>',
      hasChanges: true,
    });
    expect(await row(34)).toMatchObject({ content_html: '<p>changed</p>' });
  });

  it('keeps the text of the draft that it replaces, once', async () => {
    const { database, author, editor } = fixture;
    const draft = () => readForEditing(database, { host: HOST, guideId: 34 });
    await saveDraft(database, author, { host: HOST, guideId: 34, title: 'D2', contentHtml: '<p>idea</p>' });
    const restore = (number: number) => restoreVersion(database, editor, { host: HOST, guideId: 34, number });
    const { formerDraft = 0, hadDraft } = await restore(1);
    expect(hadDraft).toBe(true);
    expect(await draft()).toMatchObject({ title: 'D', contentHtml: '<p>d</p>' });
    expect((await list(34))[0]).toMatchObject({
      number: formerDraft,
      title: 'D2',
      published_by: 'the author',
      replaced_by: 'the editor',
    });
    // Back and forth: each text is there already.
    expect(await restore(formerDraft)).toMatchObject({ formerDraft: 1 });
    expect(await draft()).toMatchObject({ title: 'D2', contentHtml: '<p>idea</p>' });
    expect(await restore(1)).toMatchObject({ formerDraft });
    expect(await restore(1)).toMatchObject({ formerDraft: undefined, hadDraft: true });
    expect(await row(34)).toMatchObject({ content_html: '<p>changed</p>' });
    await discardDraft(database, editor, { host: HOST, guideId: 34 });
    expect(await restore(1)).toMatchObject({ formerDraft: undefined, hadDraft: false });
  });

  it('publishes nothing by itself, even over a draft that was scheduled', async () => {
    const { database, author, editor } = fixture;
    await saveDraft(database, editor, { host: HOST, guideId: 34, contentHtml: '<p>soon</p>' });
    const publishAt = new Date(Date.now() + 86_400_000);
    await scheduleGuide(database, editor, { host: HOST, guideId: 34, publishAt });
    const request = { host: HOST, guideId: 34, number: 1 };
    await expect(restoreVersion(database, author, request)).rejects.toMatchObject({ kind: 'forbidden' });
    await restoreVersion(database, editor, request);
    expect(await readForEditing(database, request)).toMatchObject({ state: 'published', publishAt: null });
    await discardDraft(database, editor, request);
  });

  it('shows it to readers in one step and leaves a draft alone', async () => {
    await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: 34,
      contentHtml: '<p>idea</p>',
    });
    await republishVersion(fixture.database, fixture.editor, { host: HOST, guideId: 34, number: 1 });
    expect(await row(34)).toMatchObject({ content_html: '<p>d</p>', published: true });
    expect(await readForEditing(fixture.database, { host: HOST, guideId: 34 })).toMatchObject({
      contentHtml: '<p>idea</p>',
    });
    expect((await list(34))[0]).toMatchObject({ published_by: 'the editor', replaced_by: null });
    await discardDraft(fixture.database, fixture.editor, { host: HOST, guideId: 34 });
  });

  it('is refused when someone has changed the guide since it was read', async () => {
    const request = { host: HOST, guideId: 34, number: 1, revision: 1 };
    for (const restore of [restoreVersion, republishVersion])
      await expect(restore(fixture.database, fixture.editor, request)).rejects.toMatchObject({
        kind: 'conflict',
      });
  });

  it('brings back its images', async () => {
    const { database, editor, knowledgeBaseId } = fixture;
    await writeImage(database, knowledgeBaseId, { token: TOKEN, guide: 33, content: 'figure' });
    await publish(33, `<p>two <img src="/files/${TOKEN}.png" alt="Figure"></p>`);
    await publish(33, '<p>without</p>');
    const shown = () => database.one('select count(*) from guide_files where guide_id = 33');
    expect(await shown()).toEqual({ count: 0 });
    expect(await republishVersion(database, editor, { host: HOST, guideId: 33, number: 2 })).toMatchObject({
      missingImages: 0,
    });
    expect(await shown()).toEqual({ count: 1 });
  });

  it('shows the texts of images that are gone', async () => {
    const { database, editor } = fixture;
    await publish(33, '<p>without</p>');
    await database.none('delete from files');
    expect(await republishVersion(database, editor, { host: HOST, guideId: 33, number: 2 })).toMatchObject({
      missingImages: 1,
    });
    expect(await row(33)).toMatchObject({ content_html: '<p>two Figure</p>' });
  });
});

describe('comparing versions', () => {
  it('reads numbers, what is published, and the draft', async () => {
    await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: 31,
      title: 'AA',
      contentHtml: '<p>three</p>',
    });
    const words = { added: 'new', removed: 'gone' };
    const request = { host: HOST, guideId: 31, from: 1, to: 'draft', words } as const;
    expect((await compareVersions(fixture.database, request))?.changes).toEqual([
      { kind: 'removed', text: 'A' },
      { kind: 'added', text: 'AA' },
      { kind: 'removed', text: 'one' },
      { kind: 'added', text: 'three' },
    ]);
    const published = await compareVersions(fixture.database, { ...request, to: 'published' });
    expect(published).toMatchObject({ title: 'A' });
  });
});

it('cleans a version that is restored', async () => {
  const { database, editor } = fixture;
  await database.none('update guides set content_html = \'<p onclick="x()">old</p>\' where id = 34');
  const [{ number } = { number: 0 }] = await list(34);
  await publish(34, '<p>new</p>');
  await republishVersion(database, editor, { host: HOST, guideId: 34, number });
  expect(findDangers((await row(34)).content_html)).toEqual([]);
});
