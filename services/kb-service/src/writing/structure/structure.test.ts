import { beforeEach, describe, expect, it } from '@jest/globals';
import { OPERATOR, writeContent } from '../../testing/content.ts';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { renameGuide } from '../drafts/guide-slugs.ts';
import { readForEditing } from '../drafts/read-for-editing.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { publishGuide } from '../publishing/publish-guide.ts';
import { moveGuides, tagGuides } from './arrange-guides.ts';
import { changeCategory, createCategory, deleteCategory, mergeCategory } from './change-categories.ts';
import { listCategoryTree, listGuidesInOrder } from './find-categories.ts';
import { forgetAddress, listFormerAddresses } from './former-addresses.ts';
import { moveCategory, orderGuides } from './place-categories.ts';
import { createTag, deleteTag, listCountedTags, mergeTag, renameTag } from './tags.ts';

const fixture = useEditingFixture({ host: 'first.example.com' });
const slug = (name: string) => ({ slug: name });

let number = 0;
let host: string;
let ids: Record<'a' | 'b' | 'c' | 'd', number>;

/** Each test has its own knowledge base: food > fruit > apples, drinks. */
beforeEach(async () => {
  number += 1;
  host = `help-${number}.example.com`;
  const base = number * 100;
  const [food, fruit, apples, drinks] = [base + 1, base + 2, base + 3, base + 4];
  ids = { a: base + 11, b: base + 12, c: base + 13, d: base + 14 };
  await writeContent(fixture.database, {
    host,
    categories: [
      { id: food, slug: 'food', position: 1 },
      { id: fruit, slug: 'fruit', parent: food, position: 1 },
      { id: apples, slug: 'apples', parent: fruit, position: 1 },
      { id: drinks, slug: 'drinks', position: 2 },
    ],
    tags: [
      { id: base + 21, slug: 'sweet', name: 'Sweet' },
      { id: base + 22, slug: 'sugary', name: 'Sugary' },
    ],
    guides: [
      { id: ids.a, slug: 'a', categories: [apples], tags: [base + 21] },
      { id: ids.b, slug: 'b', categories: [apples, drinks], tags: [base + 21, base + 22] },
      { id: ids.c, slug: 'c', categories: [drinks] },
      { id: ids.d, slug: 'd', published: false },
    ],
  });
});

/** The tree, as indented slugs with their guides. */
async function tree(): Promise<string[]> {
  const lines = [];
  for (const { slug: name, depth } of await listCategoryTree(fixture.database, { host })) {
    const guides = await listGuidesInOrder(fixture.database, { host, category: slug(name) });
    lines.push(`${'>'.repeat(depth)} ${name} ${guides.map((guide) => guide.slug).join(' ')}`.trimEnd());
  }
  return lines;
}

const tags = async () =>
  (await listCountedTags(fixture.database, { host })).map(({ name, guides }) => `${name} ${guides}`);

const draftOf = (guideId: number) => readForEditing(fixture.database, { host, guideId });

describe('categories', () => {
  it('are listed as a tree, with their guides in order', async () => {
    expect(await tree()).toEqual(['> food', '>> fruit', '>>> apples a b', '> drinks b c']);
    expect((await listCategoryTree(fixture.database, { host }))[2]).toMatchObject({
      name: 'apples',
      multiple_guides_name: 'apples guides',
      guides: 2,
      published_guides: 2,
      visible: true,
    });
  });

  it('are created as the last of their siblings, with an address made from the name', async () => {
    const created = await createCategory(fixture.database, OPERATOR, {
      host,
      name: ' Röda  bär ',
      parent: slug('food'),
    });
    expect(created).toEqual({ id: expect.any(Number), slug: 'roda-bar' });
    expect(await tree()).toEqual(['> food', '>> fruit', '>>> apples a b', '>> roda-bar', '> drinks b c']);
  });

  it.each([
    ['an address that is taken', { name: 'Food' }, 'conflict', 'slug'],
    ['a name of white space', { name: ' ' }, 'invalid', 'name'],
    ['an invisible name', { name: '\u3164' }, 'invalid', 'name'],
    ['a name of 201 characters', { name: 'a'.repeat(201) }, 'invalid', 'name'],
    [
      'a description of 1,001 characters',
      { name: 'A', description: 'a'.repeat(1_001) },
      'invalid',
      'description',
    ],
    ['a description that cannot be stored', { name: 'A', description: 'a\0' }, 'invalid', 'description'],
    ['an icon that is not there', { name: 'A', icon: 'constructor' }, 'invalid', 'icon'],
    ['a name without letters and no address', { name: '???' }, 'invalid', 'slug'],
  ])('are refused with %s', async (_, values, kind, field) => {
    await expect(createCategory(fixture.database, OPERATOR, { host, ...values })).rejects.toMatchObject({
      kind,
      details: { fields: { [field]: [expect.any(String)] } },
    });
  });

  it('change their names and address', async () => {
    const values = { host, category: slug('food'), name: 'Meals', multipleGuidesName: 'About meals' };
    expect(await changeCategory(fixture.database, OPERATOR, { ...values, slug: 'meals' })).toBe(true);
    expect(await listCategoryTree(fixture.database, { host })).toContainEqual(
      expect.objectContaining({ slug: 'meals', name: 'Meals', multiple_guides_name: 'About meals' }),
    );
    const described = { host, category: slug('meals'), description: ' For\neveryone ' };
    expect(await changeCategory(fixture.database, OPERATOR, described)).toBe(true);
    expect(await listCategoryTree(fixture.database, { host })).toContainEqual(
      expect.objectContaining({ slug: 'meals', name: 'Meals', description: 'For everyone' }),
    );
    const same = { host, category: slug('meals'), name: 'Meals' };
    expect(await changeCategory(fixture.database, OPERATOR, same)).toBe(false);
    await expect(
      changeCategory(fixture.database, OPERATOR, { ...same, slug: 'drinks' }),
    ).rejects.toMatchObject({ kind: 'conflict' });
  });

  it('move with all below them', async () => {
    await moveCategory(fixture.database, OPERATOR, {
      host,
      category: slug('fruit'),
      parent: null,
      place: 0,
    });
    expect(await tree()).toEqual(['> fruit', '>> apples a b', '> food', '> drinks b c']);
    await moveCategory(fixture.database, OPERATOR, { host, category: slug('fruit'), place: 2 });
    expect(await tree()).toEqual(['> food', '> drinks b c', '> fruit', '>> apples a b']);
  });

  it.each(['food', 'apples'])('do not move below themselves: %s', async (parent) => {
    const move = { host, category: slug('food'), parent: slug(parent) };
    await expect(moveCategory(fixture.database, OPERATOR, move)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are at most ten levels deep', async () => {
    let parent = 'apples';
    for (let depth = 4; depth <= 10; depth += 1) {
      const name = `level ${depth}`;
      ({ slug: parent } = await createCategory(fixture.database, OPERATOR, {
        host,
        name,
        parent: slug(parent),
      }));
    }
    for (const work of [
      () => createCategory(fixture.database, OPERATOR, { host, name: 'too deep', parent: slug(parent) }),
      () =>
        moveCategory(fixture.database, OPERATOR, { host, category: slug('food'), parent: slug('drinks') }),
    ])
      await expect(work()).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are merged: guides come last, none twice, and children and drafts move along', async () => {
    await saveDraft(fixture.database, OPERATOR, { host, guideId: ids.a, title: 'Draft' });
    await mergeCategory(fixture.database, OPERATOR, {
      host,
      category: slug('apples'),
      into: slug('drinks'),
    });
    expect(await tree()).toEqual(['> food', '>> fruit', '> drinks b c a']);
    await publishGuide(fixture.database, OPERATOR, { host, guideId: ids.a });
    expect(await tree()).toEqual(['> food', '>> fruit', '> drinks b c a']);
    await mergeCategory(fixture.database, OPERATOR, { host, category: slug('food'), into: slug('drinks') });
    expect(await tree()).toEqual(['> drinks b c a', '>> fruit']);
  });

  it.each(['food', 'fruit'])('are not merged into themselves or below: %s', async (into) => {
    const merge = { host, category: slug('food'), into: slug(into) };
    await expect(mergeCategory(fixture.database, OPERATOR, merge)).rejects.toMatchObject({
      kind: 'invalid',
    });
  });

  it('are deleted when it is said where their guides go', async () => {
    const apples = { host, category: slug('apples') };
    for (const category of [slug('food'), slug('apples')])
      await expect(deleteCategory(fixture.database, OPERATOR, { host, category })).rejects.toMatchObject({
        kind: 'conflict',
      });
    await deleteCategory(fixture.database, OPERATOR, { ...apples, guidesTo: slug('fruit') });
    await deleteCategory(fixture.database, OPERATOR, { host, category: slug('drinks'), guidesTo: null });
    expect(await tree()).toEqual(['> food', '>> fruit a b']);
  });

  it('are shown to readers as long as they lead to a published guide', async () => {
    const visible = async () =>
      (await listCategoryTree(fixture.database, { host }))
        .filter((category) => category.visible)
        .map((category) => category.slug);
    await deleteCategory(fixture.database, OPERATOR, { host, category: slug('apples'), guidesTo: null });
    expect(await visible()).toEqual(['drinks']);
  });

  it('order their guides', async () => {
    const request = { host, category: slug('drinks'), guideIds: [ids.c] };
    expect(await orderGuides(fixture.database, OPERATOR, request)).toBe(true);
    expect(await orderGuides(fixture.database, OPERATOR, request)).toBe(false);
    expect((await tree()).at(-1)).toBe('> drinks c b');
  });
});

describe('guides', () => {
  it('move to a category, as the last ones, with their drafts', async () => {
    await saveDraft(fixture.database, OPERATOR, { host, guideId: ids.a, title: 'Draft' });
    await moveGuides(fixture.database, OPERATOR, { host, slugs: ['a', 'b', 'd'], to: slug('fruit') });
    expect(await tree()).toEqual(['> food', '>> fruit a b d', '>>> apples', '> drinks c']);
    const { categories } = await draftOf(ids.a);
    const { id } = (await listCategoryTree(fixture.database, { host }))[1] ?? {};
    expect(categories).toEqual([id]);
  });

  it('leave only the category that is said', async () => {
    const move = { host, slugs: ['b'], from: slug('apples'), to: slug('fruit') };
    await moveGuides(fixture.database, OPERATOR, move);
    expect(await tree()).toEqual(['> food', '>> fruit b', '>>> apples a', '> drinks b c']);
  });

  it('move all or none', async () => {
    const before = await tree();
    await expect(
      moveGuides(fixture.database, OPERATOR, { host, slugs: ['a', 'x'], to: slug('fruit') }),
    ).rejects.toMatchObject({ kind: 'not-found' });
    expect(await tree()).toEqual(before);
  });

  it('are tagged, with their drafts', async () => {
    await saveDraft(fixture.database, OPERATOR, { host, guideId: ids.a, title: 'Draft' });
    const tagging = { host, ids: [ids.a, ids.b], add: ['New', 'SUGARY'], remove: ['sweet'] };
    await tagGuides(fixture.database, OPERATOR, tagging);
    expect(await tags()).toEqual(['New 2', 'Sugary 2', 'Sweet 0']);
    expect((await draftOf(ids.a)).tags).toEqual(['New', 'Sugary']);
  });

  it('list their former addresses, which can be removed', async () => {
    await renameGuide(fixture.database, OPERATOR, { host, slug: 'a', newSlug: 'aa' });
    expect(await listFormerAddresses(fixture.database, { host })).toMatchObject([
      { slug: 'a', present_slug: 'aa', guide_id: ids.a },
    ]);
    await forgetAddress(fixture.database, OPERATOR, { host, slug: 'a' });
    expect(await listFormerAddresses(fixture.database, { host, guideId: ids.a })).toEqual([]);
    await expect(forgetAddress(fixture.database, OPERATOR, { host, slug: 'a' })).rejects.toMatchObject({
      kind: 'not-found',
    });
  });
});

describe('tags', () => {
  it('are created and counted', async () => {
    await createTag(fixture.database, OPERATOR, { host, name: 'Sour' });
    expect(await tags()).toEqual(['Sour 0', 'Sugary 1', 'Sweet 2']);
    await expect(createTag(fixture.database, OPERATOR, { host, name: 'sour' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  it('are renamed, also in drafts', async () => {
    await saveDraft(fixture.database, OPERATOR, { host, guideId: ids.a, title: 'Draft' });
    const renaming = { host, tag: slug('sweet'), name: 'Honey', slug: 'honey' };
    expect(await renameTag(fixture.database, OPERATOR, renaming)).toBe(true);
    expect((await draftOf(ids.a)).tags).toEqual(['Honey']);
    await publishGuide(fixture.database, OPERATOR, { host, guideId: ids.a });
    expect(await tags()).toEqual(['Honey 2', 'Sugary 1']);
  });

  it('are merged, also in drafts', async () => {
    await saveDraft(fixture.database, OPERATOR, { host, guideId: ids.b, title: 'Draft' });
    await mergeTag(fixture.database, OPERATOR, { host, tag: slug('sweet'), into: slug('sugary') });
    expect((await draftOf(ids.b)).tags).toEqual(['Sugary']);
    expect(await tags()).toEqual(['Sugary 2']);
  });

  it('are deleted, also in drafts', async () => {
    await saveDraft(fixture.database, OPERATOR, { host, guideId: ids.a, title: 'Draft' });
    await deleteTag(fixture.database, OPERATOR, { host, tag: slug('sweet') });
    await publishGuide(fixture.database, OPERATOR, { host, guideId: ids.a });
    expect(await tags()).toEqual(['Sugary 1']);
  });
});

describe('changes of drafts that their authors did not make', () => {
  const options = () => ({ host, guideId: ids.a });
  const guide = async () => {
    const { revision, changedBy } = await readForEditing(fixture.database, options());
    return { revision, changedBy };
  };

  it.each<[string, () => Promise<unknown>]>([
    [
      'merging a category',
      () =>
        mergeCategory(fixture.database, OPERATOR, { host, category: slug('apples'), into: slug('drinks') }),
    ],
    [
      'deleting a category',
      () => deleteCategory(fixture.database, OPERATOR, { host, category: slug('apples'), guidesTo: null }),
    ],
    [
      'renaming a tag',
      () => renameTag(fixture.database, OPERATOR, { host, tag: slug('sweet'), name: 'Süß' }),
    ],
    [
      'merging a tag',
      () => mergeTag(fixture.database, OPERATOR, { host, tag: slug('sweet'), into: slug('sugary') }),
    ],
    ['deleting a tag', () => deleteTag(fixture.database, OPERATOR, { host, tag: slug('sweet') })],
  ])('are noticed by an open editor: %s', async (_, change) => {
    await saveDraft(fixture.database, { ...OPERATOR, name: 'Anna' }, { ...options(), title: 'Draft' });
    const { revision } = await guide();
    await change();
    expect(await guide()).toEqual({ revision: revision + 1, changedBy: OPERATOR.name });
  });

  it('are none where a tag keeps its name', async () => {
    await saveDraft(fixture.database, OPERATOR, { ...options(), title: 'Draft' });
    const before = await guide();
    await renameTag(fixture.database, OPERATOR, { host, tag: slug('sweet'), slug: 'sweeter' });
    expect(await guide()).toEqual(before);
  });
});
