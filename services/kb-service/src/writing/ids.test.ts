import { describe, expect, it } from '@jest/globals';
import { listChanges } from '../tenants/audit.ts';
import { useEditingFixture } from '../testing/editing-fixture.ts';
import { listForDesk } from './drafts/list-for-desk.ts';
import { readForEditing } from './drafts/read-for-editing.ts';
import { saveDraft } from './drafts/save-draft.ts';
import { moveGuides } from './structure/arrange-guides.ts';
import { deleteCategory } from './structure/change-categories.ts';
import { orderGuides } from './structure/place-categories.ts';
import { deleteTag } from './structure/tags.ts';
import { compareVersions } from './versions/compare-versions.ts';
import { restoreVersion } from './versions/restore-version.ts';
import { listVersions, readVersion } from './versions/versions.ts';

const HOST = 'help.example.com';
const fixture = useEditingFixture({
  host: HOST,
  categories: [{ id: 11, slug: 'first' }],
  guides: [{ id: 31, slug: 'a', categories: [11] }],
});
const guide = { host: HOST, guideId: 31 };

describe('numbers that nothing has', () => {
  const IMPOSSIBLE = [Number.NaN, Number.POSITIVE_INFINITY, 1.5, 0, -1, 2 ** 31, 2 ** 53, 1e21];

  it.each(IMPOSSIBLE)('are answered as unknown: %p', async (id) => {
    const { database, editor } = fixture;
    const words = { added: 'added', removed: 'removed' };
    for (const attempt of [
      () => readForEditing(database, { host: HOST, guideId: id }),
      () => saveDraft(database, editor, { host: HOST, guideId: id, title: 'T' }),
      () => readVersion(database, { ...guide, number: id }),
      () => restoreVersion(database, editor, { ...guide, number: id }),
      () => compareVersions(database, { ...guide, from: id, to: 'published', words }),
      () => compareVersions(database, { ...guide, guideId: id, from: 'published', to: 'published', words }),
      () => listVersions(database, { host: HOST, guideId: id }),
      () => deleteCategory(database, editor, { host: HOST, category: { id } }),
      () => deleteTag(database, editor, { host: HOST, tag: { id } }),
      () => moveGuides(database, editor, { host: HOST, ids: [id], to: { id: 11 } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
    }
  });

  it.each(IMPOSSIBLE.filter((id) => !(id >= 2 ** 31 && id < 2 ** 53)))(
    'begin no page of a list: %p',
    async (before) => {
      const { database } = fixture;
      for (const attempt of [
        () => listVersions(database, { ...guide, before }),
        () => listChanges(database, { host: HOST, limit: 1, before }),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ kind: 'not-found' });
      }
    },
  );

  it.each(IMPOSSIBLE)('order nothing and lead to no error: %p', async (id) => {
    const { database, editor } = fixture;
    const order = { host: HOST, category: { id: 11 } };
    await orderGuides(database, editor, { ...order, guideIds: [31] });
    expect(await orderGuides(database, editor, { ...order, guideIds: [id] })).toBe(false);
    await listForDesk(database, { host: HOST, page: id });
  });
});
