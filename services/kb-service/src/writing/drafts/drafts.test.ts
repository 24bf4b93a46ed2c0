import { AppError } from '@guidepost/service-kit';
import { HOSTILE_MARKUP } from '@guidepost/testing/markup';
import { describe, expect, it } from '@jest/globals';
import { findDangers } from '../../testing/dangers.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { publishGuide, scheduleGuide } from '../publishing/publish-guide.ts';
import { publishGuides, unpublishGuides } from '../publishing/publish-guides.ts';
import { EditConflict } from './change-draft.ts';
import { beginGuide, createGuide } from './create-guide.ts';
import { discardDraft, proposeDraft, returnDraft } from './propose-draft.ts';
import { readForEditing } from './read-for-editing.ts';
import { saveDraft } from './save-draft.ts';

const HOST = 'help.example.com';
const fixture = useEditingFixture(
  {
    host: HOST,
    categories: [
      { id: 11, slug: 'first' },
      { id: 12, slug: 'second' },
    ],
    tags: [{ id: 21, slug: 'known', name: 'Known' }],
    guides: [{ id: 9_031, slug: 'taken', title: 'Taken', content: '<p>taken</p>', categories: [11] }],
  },
  { host: 'other.example.com', guides: [{ id: 9_041, slug: 'else', title: 'Else' }] },
);

let count = 0;

/** A new guide; published unless it says otherwise. */
async function makeGuide({ published = true } = {}): Promise<number> {
  count += 1;
  const { id } = await createGuide(fixture.database, fixture.editor, {
    host: HOST,
    title: `Guide ${count}`,
    contentHtml: '<p>first</p>',
    categories: [11],
    tags: ['Known'],
  });
  if (published) await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: id });
  return id;
}

const read = (guideId: number) => readForEditing(fixture.database, { host: HOST, guideId });

/** The guide as readers see it. */
const row = (id: number) =>
  fixture.database.one(
    `select g.slug, g.title, g.content_html, g.published,
       array(select m.category_id from guide_categories m where m.guide_id = g.id order by 1) as categories,
       array(select t.slug from guide_tags m join tags t on t.id = m.tag_id where m.guide_id = g.id order by 1) as tags
     from guides g where g.id = $1`,
    [id],
  );

const revisionOf = async () =>
  (await fixture.database.one('select revision from knowledge_bases where host = $1', [HOST])).revision;

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error(`no AppError: ${error}`);
}

describe('a new guide', () => {
  it('is a draft that readers do not see, with a slug made from its title', async () => {
    const { database, author } = fixture;
    const created = await createGuide(database, author, { host: HOST, title: ' Byt  däck ' });
    expect(created).toMatchObject({ slug: 'byt-dack' });
    expect(await read(created.id)).toMatchObject({
      state: 'draft',
      published: false,
      hasChanges: true,
      title: 'Byt däck',
      contentHtml: '',
      changedBy: 'the author',
    });
  });

  it('gets a free slug', async () => {
    const { database, author } = fixture;
    const slugs = [];
    for (let n = 0; n < 3; n += 1)
      slugs.push((await createGuide(database, author, { host: HOST, title: 'Taken' })).slug);
    expect(slugs).toEqual(['taken-2', 'taken-3', 'taken-4']);
  });

  it('goes on with what the person left empty an hour ago, and with no other guide', async () => {
    const { database, author, editor } = fixture;
    const begin = (actor = author) => beginGuide(database, actor, { host: HOST, title: 'Blank' });
    const later = () =>
      database.none(`update guide_drafts set updated_at = updated_at - interval '61 minutes'`);
    const { id } = await begin();
    // Another window may show it.
    expect((await begin()).id).not.toBe(id);
    await later();
    expect((await begin(editor)).id).not.toBe(id);
    expect((await begin()).id).toBe(id);
    await saveDraft(database, author, {
      host: HOST,
      guideId: id,
      revision: (await read(id)).revision,
      contentHtml: '<p>a</p>',
    });
    await later();
    expect((await begin()).id).not.toBe(id);
  });

  it.each([
    ['a slug that is taken', { title: 'New', slug: 'taken' }, 'conflict', 'slug'],
    ['a slug of other characters', { title: 'New', slug: 'Not a slug' }, 'invalid', 'slug'],
    ['a title of white space', { title: ' \u00a0\n' }, 'invalid', 'title'],
    ['an invisible title', { title: '\u3164\u00ad' }, 'invalid', 'title'],
    ['a title of 501 characters', { title: 'a'.repeat(501) }, 'invalid', 'title'],
    ['U+0000', { title: 'a\0b' }, 'invalid', 'title'],
    ['an invisible tag', { title: 'New', tags: ['\u115f'] }, 'invalid', 'tags'],
    ['a tag without letters', { title: 'New', tags: ['???'] }, 'invalid', 'tags'],
  ])('is refused with %s', async (_, values, kind, field) => {
    const error = await failureOf(createGuide(fixture.database, fixture.author, { host: HOST, ...values }));
    expect([error.kind, Object.keys(error.details.fields ?? {})]).toEqual([kind, [field]]);
  });
});

describe('saving a draft', () => {
  it('leaves what readers see, and the revision of the knowledge base', async () => {
    const id = await makeGuide();
    const before = [await row(id), await revisionOf()];
    const { revision } = await read(id);
    const saved = await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: id,
      revision,
      title: 'New title',
      slug: 'new-slug',
      contentHtml: '<p>second</p>',
      categories: [12, 11],
      tags: ['New', 'Known'],
    });
    expect(saved).toMatchObject({ revision: revision + 1, state: 'published', contentHtml: '<p>second</p>' });
    expect([await row(id), await revisionOf()]).toEqual(before);
    expect(await read(id)).toMatchObject({
      revision: revision + 1,
      state: 'published',
      hasChanges: true,
      title: 'New title',
      slug: 'new-slug',
      contentHtml: '<p>second</p>',
      categories: [12, 11],
      tags: ['New', 'Known'],
      changedBy: 'the author',
      draftAuthor: 'the author',
    });
  });

  it('keeps values that are not said', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, title: 'Only the title' });
    expect(await read(id)).toMatchObject({
      title: 'Only the title',
      contentHtml: '<p>first</p>',
      categories: [11],
      tags: ['Known'],
    });
  });

  it('refuses a revision that is not the current one, and shows what is', async () => {
    const id = await makeGuide();
    const { revision } = await read(id);
    await saveDraft(fixture.database, fixture.editor, { host: HOST, guideId: id, revision, title: 'Faster' });
    const error = await failureOf(
      saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, revision, title: 'Slower' }),
    );
    expect(error).toBeInstanceOf(EditConflict);
    expect(error.kind).toBe('conflict');
    expect((error as EditConflict).current).toMatchObject({
      revision: revision + 1,
      by: 'the editor',
      at: expect.any(Date),
      title: 'Faster',
      contentHtml: '<p>first</p>',
      categories: [11],
      tags: ['Known'],
    });
    expect(await read(id)).toMatchObject({ title: 'Faster' });
  });

  it('lets one of two win that start at once', async () => {
    const id = await makeGuide();
    const { revision } = await read(id);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, revision, title: `T ${n}` }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('accepts the same again after a lost connection', async () => {
    const id = await makeGuide();
    const { revision } = await read(id);
    const edit = { host: HOST, guideId: id, revision, title: 'Once' };
    const saved = await saveDraft(fixture.database, fixture.author, edit);
    expect(await saveDraft(fixture.database, fixture.author, edit)).toMatchObject({
      revision: saved.revision,
      title: 'Once',
    });
  });

  it('finds a free address for a guide that was never published', async () => {
    const ids = [
      await makeGuide({ published: false }),
      await makeGuide({ published: false }),
      await makeGuide({ published: false }),
    ];
    const save = (guideId: number) =>
      saveDraft(fixture.database, fixture.author, { host: HOST, guideId, title: 'Questions', slug: '' });
    const slugs = [];
    for (const id of ids) slugs.push((await save(id)).slug);
    expect(slugs).toEqual(['questions', 'questions-2', 'questions-3']);
    for (const guideId of ids.slice(0, 2)) {
      await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId });
    }
    expect(await save(ids[2] ?? 0)).toMatchObject({ slug: 'questions-3' });
    expect(await save(ids[1] ?? 0)).toMatchObject({ slug: 'questions' });
  });

  it('of a guide as it is makes no draft', async () => {
    const id = await makeGuide();
    const { revision, title, slug, contentHtml, categories, tags } = await read(id);
    const values = { title, slug, contentHtml, categories, tags };
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, revision, ...values });
    expect(await read(id)).toMatchObject({ revision, hasChanges: false });
  });

  it('does not wait for an import', async () => {
    const id = await makeGuide();
    await fixture.database.tx(async (transaction) => {
      await transaction.one('select id from knowledge_bases where host = $1 for no key update', [HOST]);
      await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, title: 'Meanwhile' });
    });
    expect(await read(id)).toMatchObject({ title: 'Meanwhile' });
  });

  it.each(HOSTILE_MARKUP)('cleans %s', async (_, html) => {
    const { contentHtml } = await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: 9_031,
      contentHtml: html,
    });
    expect(findDangers(contentHtml)).toEqual([]);
  });

  it('says what was removed', async () => {
    const { removed } = await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: 9_031,
      contentHtml: '<p onclick="x()">a</p><script>b</script>',
    });
    expect([removed.elements.get('script'), removed.attributes.get('onclick')]).toEqual([1, 1]);
  });

  it('is not possible for a guide of another knowledge base', async () => {
    const error = await failureOf(
      saveDraft(fixture.database, fixture.author, { host: HOST, guideId: 9_041, title: 'Mine' }),
    );
    expect(error.kind).toBe('not-found');
  });

  it('is in the audit when a draft begins or someone else goes on, not every few seconds', async () => {
    const id = await makeGuide();
    const save = (actor: typeof fixture.author, title: string) =>
      saveDraft(fixture.database, actor, { host: HOST, guideId: id, title });
    const before = (await fixture.audit()).length;
    await save(fixture.author, 'a');
    await save(fixture.author, 'ab');
    await save(fixture.editor, 'abc');
    await save(fixture.editor, 'abcd');
    const entries = (await fixture.audit()).slice(before);
    expect(entries.map(({ done_by, action }) => `${done_by}: ${action}`)).toEqual([
      'the author: draft save',
      'the editor: draft save',
    ]);
  });
});

describe('publishing a draft', () => {
  it('shows it to readers; the former address stays', async () => {
    const id = await makeGuide();
    const { revision, publishedSlug } = await read(id);
    const saved = await saveDraft(fixture.database, fixture.author, {
      host: HOST,
      guideId: id,
      revision,
      title: '  The   title ',
      slug: `moved-${id}`,
      contentHtml: '<p>new</p>',
      categories: [12],
      tags: ['Brand new'],
    });
    const published = await publishGuide(fixture.database, fixture.editor, {
      host: HOST,
      guideId: id,
      revision: saved.revision,
    });
    expect(published).toMatchObject({ slug: `moved-${id}`, changed: true });
    expect(await row(id)).toEqual({
      slug: `moved-${id}`,
      title: 'The title',
      content_html: '<p>new</p>',
      published: true,
      categories: [12],
      tags: ['brand-new'],
    });
    expect(await read(id)).toMatchObject({
      hasChanges: false,
      state: 'published',
      formerSlugs: [publishedSlug],
      revision: published.revision,
    });
    expect((await fixture.audit()).at(-1)?.details).toEqual({ former: publishedSlug });
  });

  it('leaves no former address of a guide that readers never knew', async () => {
    const id = await makeGuide({ published: false });
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, slug: `first-${id}` });
    await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: id });
    expect(await read(id)).toMatchObject({ publishedSlug: `first-${id}`, formerSlugs: [] });
    expect((await fixture.audit()).at(-1)).toMatchObject({ action: 'guide publish', details: {} });
  });

  it.each<[string, { slug?: string; title?: string }, string, string]>([
    ['a slug that was taken meanwhile', { slug: 'guide-taken' }, 'conflict', 'slug'],
    ['a title of white space and gaps', { title: ' \n\u00a0\u2800' }, 'invalid', 'title'],
  ])('is refused with %s, and nothing is changed', async (_, values, kind, field) => {
    const id = await makeGuide();
    const before = await row(id);
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, ...values });
    await createGuide(fixture.database, fixture.editor, {
      host: HOST,
      title: 'Taken',
      slug: values.slug ?? 'other',
    });
    const error = await failureOf(
      publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: id }),
    );
    expect([error.kind, Object.keys(error.details.fields ?? {})]).toEqual([kind, [field]]);
    expect(await row(id)).toEqual(before);
  });

  it('is refused with a slug that is taken as soon as it is saved', async () => {
    const draft = { host: HOST, guideId: await makeGuide(), slug: 'taken' };
    const error = await failureOf(saveDraft(fixture.database, fixture.author, draft));
    expect([error.kind, Object.keys(error.details.fields ?? {})]).toEqual(['conflict', ['slug']]);
  });

  it('is refused when someone has changed the draft since it was read', async () => {
    const id = await makeGuide();
    const { revision } = await read(id);
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, title: 'Unseen' });
    const error = await failureOf(
      publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: id, revision }),
    );
    expect(error).toBeInstanceOf(EditConflict);
  });

  it('skips categories that have been deleted since', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, categories: [999, 12] });
    await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: id });
    expect((await row(id)).categories).toEqual([12]);
  });

  it('keeps the name of a tag that exists', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, tags: ['KNOWN'] });
    await publishGuide(fixture.database, fixture.editor, { host: HOST, guideId: id });
    expect(await read(id)).toMatchObject({ tags: ['Known'] });
  });
});

describe('publishing several', () => {
  it('publishes all, with their drafts', async () => {
    const ids = [await makeGuide({ published: false }), await makeGuide()];
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: ids[1] ?? 0, title: 'Changed' });
    expect(await publishGuides(fixture.database, fixture.editor, { host: HOST, ids })).toHaveLength(2);
    expect([await row(ids[0] ?? 0), await row(ids[1] ?? 0)]).toMatchObject([
      { published: true },
      { published: true, title: 'Changed' },
    ]);
  });

  it('publishes none if one cannot be', async () => {
    const ids = [await makeGuide({ published: false }), await makeGuide({ published: false })];
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: ids[1] ?? 0, title: ' ' });
    const error = await failureOf(publishGuides(fixture.database, fixture.editor, { host: HOST, ids }));
    expect(error.kind).toBe('invalid');
    expect(await row(ids[0] ?? 0)).toMatchObject({ published: false });
  });

  it('hides them again, and keeps their drafts', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, title: 'Kept' });
    await unpublishGuides(fixture.database, fixture.editor, { host: HOST, ids: [id] });
    expect(await read(id)).toMatchObject({ state: 'draft', published: false, title: 'Kept' });
  });
});

describe('a proposed draft', () => {
  it('is returned by the person who proposed it', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, title: 'Idea' });
    await proposeDraft(fixture.database, fixture.author, { host: HOST, guideId: id });
    expect(await read(id)).toMatchObject({ state: 'proposed' });
    await returnDraft(fixture.database, fixture.author, { host: HOST, guideId: id });
    expect(await read(id)).toMatchObject({ state: 'published', hasChanges: true });
  });
});

describe('a scheduled draft', () => {
  const publishAt = new Date('2100-01-01T08:00:00Z');

  it('keeps what readers see until its time', async () => {
    const id = await makeGuide({ published: false });
    await scheduleGuide(fixture.database, fixture.editor, { host: HOST, guideId: id, publishAt });
    expect(await read(id)).toMatchObject({ state: 'scheduled', publishAt, published: false });
  });

  it('cannot be changed by authors, whose text would publish itself', async () => {
    const id = await makeGuide({ published: false });
    await scheduleGuide(fixture.database, fixture.editor, { host: HOST, guideId: id, publishAt });
    const edit = { host: HOST, guideId: id };
    for (const change of [
      () => saveDraft(fixture.database, fixture.author, { ...edit, title: 'Unseen' }),
      () => proposeDraft(fixture.database, fixture.author, edit),
      () => returnDraft(fixture.database, fixture.author, edit),
      () => discardDraft(fixture.database, fixture.author, edit),
    ])
      expect((await failureOf(change())).kind).toBe('forbidden');
  });

  it('is refused for a time that has passed', async () => {
    const id = await makeGuide({ published: false });
    const past = { host: HOST, guideId: id, publishAt: new Date(Date.now() - 1) };
    const error = await failureOf(scheduleGuide(fixture.database, fixture.editor, past));
    expect(Object.keys(error.details.fields ?? {})).toEqual(['publishAt']);
  });
});

describe('discarding a draft', () => {
  it('brings back what readers see', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.author, { host: HOST, guideId: id, title: 'No' });
    await discardDraft(fixture.database, fixture.author, { host: HOST, guideId: id });
    expect(await read(id)).toMatchObject({ hasChanges: false, contentHtml: '<p>first</p>' });
  });

  it('of someone else is for editors', async () => {
    const id = await makeGuide();
    await saveDraft(fixture.database, fixture.editor, { host: HOST, guideId: id, title: 'Mine' });
    const edit = { host: HOST, guideId: id };
    expect((await failureOf(discardDraft(fixture.database, fixture.author, edit))).kind).toBe('forbidden');
    await discardDraft(fixture.database, fixture.owner, edit);
    expect(await read(id)).toMatchObject({ hasChanges: false });
  });
});
