import { describe, expect, it } from '@jest/globals';
import { findGuideId } from '../../content/former-slugs.ts';
import { listDeletedImports } from '../../content/gone-guides.ts';
import { castVote } from '../../readers/votes.ts';
import { OPERATOR } from '../../testing/content.ts';
import { documentGuide, useImportFixture } from '../../testing/import-fixture.ts';
import { deleteGuides } from '../../writing/deleted/delete-guides.ts';
import { purgeGuides } from '../../writing/deleted/purge-guides.ts';
import { restoreGuides } from '../../writing/deleted/restore-guides.ts';
import { createGuide } from '../../writing/drafts/create-guide.ts';
import { renameGuide } from '../../writing/drafts/guide-slugs.ts';
import { readForEditing } from '../../writing/drafts/read-for-editing.ts';
import { saveDraft } from '../../writing/drafts/save-draft.ts';
import { publishGuide } from '../../writing/publishing/publish-guide.ts';
import { moveGuides, tagGuides } from '../../writing/structure/arrange-guides.ts';
import { createCategory } from '../../writing/structure/change-categories.ts';
import { listFormerAddresses } from '../../writing/structure/former-addresses.ts';
import { listVersions } from '../../writing/versions/versions.ts';

const fixture = useImportFixture();

async function idOf(host: string, slug: string): Promise<number> {
  const { id } = await fixture.database.one('select id from knowledge_bases where host = $1', [host]);
  return findGuideId(fixture.database, { knowledgeBaseId: id, slug });
}

async function edit(host: string, slug: string, contentHtml: string): Promise<void> {
  const guideId = await idOf(host, slug);
  await saveDraft(fixture.database, OPERATOR, { host, guideId, contentHtml });
  await publishGuide(fixture.database, OPERATOR, { host, guideId });
}

const read = async (host: string, slug: string) =>
  readForEditing(fixture.database, { host, guideId: await idOf(host, slug) });

const slugsOf = async (host: string) => {
  const rows = await fixture.database.any(
    `select g.slug from guides g join knowledge_bases k on k.id = g.knowledge_base_id
     where k.host = $1 order by g.slug`,
    [host],
  );
  return rows.map(({ slug }) => slug);
};

describe('a guide that was changed here since its last import', () => {
  const files = (text: string) => ({ 'a.md': `# A\n\n${text}`, 'b.md': `# B\n\n${text}` });

  it('is left and reported if its source has changed as well', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, files('one'));
    await edit(host, 'a', '<p>here</p>');
    const summary = await fixture.importFiles(host, files('two'));
    expect(summary).toMatchObject({ edited: ['a'], guides: { updated: 1, unchanged: 1 } });
    expect((await read(host, 'a')).contentHtml).toBe('<p>here</p>');
    expect((await read(host, 'b')).contentHtml).toContain('two');
  });

  it('is left silently if its source has not changed, whatever else has', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, files('one'));
    await edit(host, 'a', '<p>here</p>');
    const summary = await fixture.importFiles(host, { ...files('one'), 'c.md': '# C\n\nnew' });
    expect(summary).toMatchObject({ edited: [], guides: { created: 1 } });
    expect((await read(host, 'a')).contentHtml).toBe('<p>here</p>');
  });

  it('is replaced with --overwrite, and may then be imported as before', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, files('one'));
    await edit(host, 'a', '<p>here</p>');
    expect(await fixture.importFiles(host, files('one'), { overwrite: true })).toMatchObject({ edited: [] });
    expect((await read(host, 'a')).contentHtml).toContain('one');
    expect(await fixture.importFiles(host, files('two'))).toMatchObject({
      edited: [],
      guides: { updated: 2 },
    });
    const versions = await listVersions(fixture.database, { host, guideId: await idOf(host, 'a') });
    expect(versions).toHaveLength(4);
  });

  it('keeps its categories and tags', async () => {
    const host = await fixture.createNew();
    const document = {
      categories: [
        { slug: 'x', name: 'X' },
        { slug: 'y', name: 'Y' },
      ],
      tags: [{ slug: 't', name: 'T' }],
      guides: ['a', 'b'].map((slug) => documentGuide(slug, { categories: ['x'], tags: ['t'] })),
    };
    await fixture.importJson(host, document);
    await moveGuides(fixture.database, OPERATOR, { host, slugs: ['a'], to: { slug: 'y' } });
    await tagGuides(fixture.database, OPERATOR, { host, slugs: ['a'], add: ['New'], remove: ['T'] });
    await fixture.importJson(host, document);
    const { categories, tags, choices } = await read(host, 'a');
    expect(categories.map((id) => choices.categories.find((one) => one.id === id)?.slug)).toEqual(['y']);
    expect(tags).toEqual(['New']);
  });

  it('is not hidden by --prune, nor is one that was made here', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, files('one'));
    await edit(host, 'a', '<p>here</p>');
    const { id } = await createGuide(fixture.database, OPERATOR, { host, title: 'Made here' });
    await publishGuide(fixture.database, OPERATOR, { host, guideId: id });
    const summary = await fixture.importFiles(host, { 'c.md': '# C\n\nc' }, { prune: true });
    expect(summary).toMatchObject({ gone: ['b'], unpublished: ['b'], edited: ['a'] });
    expect(await read(host, 'made-here')).toMatchObject({ published: true });
    const again = await fixture.importFiles(host, { 'c.md': '# C\n\nc' }, { prune: true, overwrite: true });
    expect(again).toMatchObject({ unpublished: ['a'], edited: [] });
  });
});

describe('a guide that was deleted here', () => {
  const FILES = { 'a.md': '# A\n\n[B](b.md)', 'b.md': '# B\n\ntext' };
  const remove = (host: string, slug: string) =>
    deleteGuides(fixture.database, OPERATOR, { host, slugs: [slug] });

  it('stays deleted, and is reported, with what links to it, also if nothing may be left out', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, FILES);
    await remove(host, 'b');
    const summary = await fixture.importFiles(host, FILES, { strict: true });
    expect(summary).toMatchObject({ deletedHere: ['b.md'], leftOut: [], guides: { created: 0 } });
    expect(summary.findings.brokenLinks).toHaveLength(1);
    expect(await slugsOf(host)).toEqual(['a']);
    await remove(host, 'a');
    expect(await fixture.importFiles(host, FILES)).toMatchObject({ deletedHere: ['a.md', 'b.md'] });
  });

  it('stays deleted if it had been renamed', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, FILES);
    await renameGuide(fixture.database, OPERATOR, { host, slug: 'b', newSlug: 'c' });
    await remove(host, 'c');
    expect(await fixture.importFiles(host, FILES)).toMatchObject({ deletedHere: ['b.md'] });
    expect(await slugsOf(host)).toEqual(['a']);
  });

  it('is updated as before once it is restored', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, FILES);
    await remove(host, 'b');
    await restoreGuides(fixture.database, OPERATOR, { host, references: ['b'] });
    const summary = await fixture.importFiles(host, { ...FILES, 'b.md': '# B\n\nnew' });
    expect(summary).toMatchObject({ deletedHere: [], guides: { created: 0, updated: 1 } });
  });

  it.each<[string, (host: string) => Promise<unknown>, { overwrite?: boolean }]>([
    ['with --overwrite', async () => undefined, { overwrite: true }],
    [
      'once it is deleted permanently',
      (host) => purgeGuides(fixture.database, OPERATOR, { host, references: ['b'] }),
      {},
    ],
    [
      'if someone has made another one',
      (host) => createGuide(fixture.database, OPERATOR, { host, title: 'B' }),
      { overwrite: true },
    ],
  ])('is made again %s', async (_, happen, options) => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, FILES);
    await remove(host, 'b');
    await happen(host);
    expect(await fixture.importFiles(host, FILES, options)).toMatchObject({ deletedHere: [] });
    expect(await slugsOf(host)).toEqual(['a', 'b']);
  });

  it('that no import has made keeps none from making one', async () => {
    const host = await fixture.createNew();
    await createGuide(fixture.database, OPERATOR, { host, title: 'B' });
    await remove(host, 'b');
    expect(await fixture.importFiles(host, FILES)).toMatchObject({ deletedHere: [], guides: { created: 2 } });
  });

  it('is known by what it is in the system that it comes from', async () => {
    const host = await fixture.createNew();
    const file = { 'b.md': '# B\n\ntext' };
    await fixture.importFiles(host, file);
    await fixture.database.none(
      `update guides g set external = 'zendesk:article:12' from knowledge_bases k
       where k.host = $1 and k.id = g.knowledge_base_id`,
      [host],
    );
    const { id } = await fixture.database.one('select id from knowledge_bases where host = $1', [host]);
    await remove(host, 'b');
    const deleted = await listDeletedImports(fixture.database, id);
    expect([...deleted.externals, ...deleted.slugs]).toEqual(['zendesk:article:12', 'b']);
  });
});

it('a guide with a draft is imported, and the draft stays until its author has seen that', async () => {
  const host = await fixture.createNew();
  await fixture.importFiles(host, { 'a.md': '# A\n\none' });
  const { id: guideId, revision } = await read(host, 'a');
  const draft = { host, guideId, contentHtml: '<p>draft</p>' };
  const saved = await saveDraft(fixture.database, OPERATOR, { ...draft, revision });
  expect(await fixture.importFiles(host, { 'a.md': '# A\n\ntwo' })).toMatchObject({ guides: { updated: 1 } });
  expect((await read(host, 'a')).contentHtml).toBe('<p>draft</p>');
  await expect(
    saveDraft(fixture.database, OPERATOR, { ...draft, revision: saved.revision, title: 'Later' }),
  ).rejects.toMatchObject({ kind: 'conflict', current: { revision: saved.revision + 1, by: 'Test' } });
});

describe('a file that has moved', () => {
  it('takes its guide along, and the former address stays', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, { 'old/a.md': '# A\n\ntext', 'b.md': '# B\n\nb' });
    const id = await idOf(host, 'old-a');
    const { id: knowledgeBaseId } = await fixture.database.one(
      'select id from knowledge_bases where host = $1',
      [host],
    );
    await castVote(fixture.database, {
      knowledgeBaseId,
      guideId: id,
      vote: 'up',
      voter: Buffer.alloc(32, 1),
      address: Buffer.alloc(32, 2),
    });
    const summary = await fixture.importFiles(host, { 'new/a.md': '# A\n\ntext', 'b.md': '# B\n\nb' });
    expect(summary).toMatchObject({
      moved: [{ former: 'old-a', slug: 'new-a' }],
      gone: [],
      guides: { created: 0 },
    });
    expect(await idOf(host, 'new-a')).toBe(id);
    expect(
      await fixture.database.one('select upvotes from guide_vote_counts where guide_id = $1', [id]),
    ).toEqual({ upvotes: 1 });
    expect(await listFormerAddresses(fixture.database, { host })).toMatchObject([
      { slug: 'old-a', present_slug: 'new-a' },
    ]);
    expect(await slugsOf(host)).toEqual(['b', 'new-a']);
  });

  it('is found by its former slug in the front matter, although it has changed', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, { 'old.md': '# A\n\none' });
    const moved = { 'new.md': '---\nformer: [older, old]\n---\n# A\n\ntwo' };
    expect(await fixture.importFiles(host, moved)).toMatchObject({
      moved: [{ former: 'old', slug: 'new' }],
      guides: { created: 0, updated: 1 },
    });
    expect(await fixture.importFiles(host, moved)).toMatchObject({ moved: [], guides: { unchanged: 1 } });
    expect(await slugsOf(host)).toEqual(['new']);
  });

  it('is found by its former slug in JSON', async () => {
    const host = await fixture.createNew();
    await fixture.importJson(host, { guides: [documentGuide('old')] });
    const moved = { guides: [documentGuide('new', { former: ['old'] })] };
    expect(await fixture.importJson(host, moved)).toMatchObject({ moved: [{ former: 'old', slug: 'new' }] });
  });

  it('is not guessed among equal files', async () => {
    const host = await fixture.createNew();
    const text = '# A\n\nthe same';
    await fixture.importFiles(host, { 'a.md': text, 'b.md': text });
    const summary = await fixture.importFiles(host, { 'c.md': text, 'd.md': text });
    expect(summary).toMatchObject({ moved: [], gone: ['a', 'b'], guides: { created: 2 } });
  });

  it('is not taken for one that still exists', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, { 'a.md': '# A\n\ntext' });
    const copied = { 'a.md': '# A\n\ntext', 'b.md': '---\nformer: a\n---\n# A\n\ntext' };
    expect(await fixture.importFiles(host, copied)).toMatchObject({ moved: [], guides: { created: 1 } });
  });

  it('is refused with a former slug that cannot be one', async () => {
    const host = await fixture.createNew();
    await expect(
      fixture.importFiles(host, { 'a.md': '---\nformer: Not a slug\n---\n# A\n\na' }),
    ).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('a.md: line 2: former must be'),
    });
  });

  it('changes nothing in a dry run', async () => {
    const host = await fixture.createNew();
    await fixture.importFiles(host, { 'a.md': '# A\n\ntext' });
    const summary = await fixture.importFiles(host, { 'b.md': '# A\n\ntext' }, { dryRun: true });
    expect(summary).toMatchObject({ moved: [{ former: 'a', slug: 'b' }] });
    expect(await slugsOf(host)).toEqual(['a']);
  });
});

it('a category that was made here stays', async () => {
  const host = await fixture.createNew();
  await createCategory(fixture.database, OPERATOR, { host, name: 'Here' });
  expect(await fixture.importFiles(host, { 'a.md': '# A\n\ntext' })).toMatchObject({
    categories: { created: 0, updated: 0 },
  });
});
