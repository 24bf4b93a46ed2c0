import { untilBlocked } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { writeImage } from '../../testing/content.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { discardDraft } from '../drafts/propose-draft.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { publishGuides, republishGuides, unpublishGuides } from './publish-guides.ts';

const HOST = 'help.example.com';
const TOKEN = 'a'.repeat(22);
const fixture = useEditingFixture({
  host: HOST,
  guides: [
    { id: 31, slug: 'a', title: 'A', content: `<p><img src="/files/${TOKEN}.png" alt="Figure"></p>` },
    { id: 32, slug: 'b', title: 'B' },
    { id: 33, slug: 'c', title: 'C' },
    { id: 34, slug: 'd', title: 'D', published: false },
  ],
});

const row = (id: number) => fixture.database.one('select title, published from guides where id = $1', [id]);

describe('publishing guides', () => {
  it('keeps the images of a guide whose draft is discarded meanwhile', async () => {
    const { database, editor, knowledgeBaseId } = fixture;
    await writeImage(database, knowledgeBaseId, { token: TOKEN, guide: 31, content: 'figure' });
    await saveDraft(database, editor, { host: HOST, guideId: 31, contentHtml: '<p>without</p>' });
    const publishing = await database.tx(async (transaction) => {
      await discardDraft(transaction, editor, { host: HOST, guideId: 31 });
      const begun = publishGuides(database, editor, { host: HOST, slugs: ['a'] });
      await untilBlocked(database);
      return { begun };
    });
    expect(await publishing.begun).toEqual([]);
    expect(await database.one('select count(*) from guide_files where guide_id = 31')).toEqual({ count: 1 });
  });

  it('includes a draft that is saved meanwhile', async () => {
    const { database, editor } = fixture;
    const publishing = await database.tx(async (transaction) => {
      await saveDraft(transaction, editor, { host: HOST, guideId: 32, title: 'Meanwhile' });
      const begun = publishGuides(database, editor, { host: HOST, slugs: ['b'] });
      await untilBlocked(database);
      return { begun };
    });
    expect(await publishing.begun).toEqual(['b']);
    expect(await row(32)).toMatchObject({ title: 'Meanwhile' });
  });
});

describe('publishing guides again', () => {
  it('shows them as they were, and leaves their drafts alone', async () => {
    const { database, editor } = fixture;
    await unpublishGuides(database, editor, { host: HOST, slugs: ['c'] });
    await saveDraft(database, editor, { host: HOST, guideId: 33, title: 'Idea' });
    const names = { host: HOST, slugs: ['b', 'c'] };
    expect(await republishGuides(database, editor, names)).toEqual(['c']);
    expect(await row(33)).toEqual({ title: 'C', published: true });
    expect(await database.one('select title from guide_drafts where guide_id = 33')).toEqual({
      title: 'Idea',
    });
    expect((await fixture.audit()).at(-1)).toMatchObject({ action: 'guide publish', subject: 'c' });
    expect(await republishGuides(database, editor, names)).toEqual([]);
  });

  it.each([
    ['an unknown one', ['c', 'x'], 'not-found'],
    ['one that readers have never seen', ['c', 'd'], 'conflict'],
  ])('shows none with %s', async (_, slugs, kind) => {
    const { database, editor } = fixture;
    await unpublishGuides(database, editor, { host: HOST, slugs: ['c'] });
    await expect(republishGuides(database, editor, { host: HOST, slugs })).rejects.toMatchObject({ kind });
    expect(await row(33)).toMatchObject({ published: false });
  });

  it('is for editors', async () => {
    const attempt = republishGuides(fixture.database, fixture.author, { host: HOST, slugs: ['c'] });
    await expect(attempt).rejects.toMatchObject({ kind: 'forbidden' });
  });
});
