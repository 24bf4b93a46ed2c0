import { describe, expect, it } from '@jest/globals';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import { openImportSource } from '../archive/import/open-import-source.ts';
import { OPERATOR } from '../testing/content.ts';
import { useImportFixture } from '../testing/import-fixture.ts';
import { readForEditing } from './drafts/read-for-editing.ts';
import { saveDraft } from './drafts/save-draft.ts';

const fixture = useImportFixture();

describe.each(['help.example.com', 'hjalp.example.com'])('every guide of %s', (folder) => {
  it('that is opened and saved unchanged has no draft', async () => {
    const host = await fixture.createNew();
    const path = new URL(`../../demo/${folder}`, import.meta.url).pathname;
    const source = await openImportSource(path);
    const { signal } = new AbortController();
    await importKnowledgeBase(fixture.database, OPERATOR, { host, source, signal });
    const rows = await fixture.database.any<{ id: number }>(
      'select g.id from guides g join knowledge_bases k on k.id = g.knowledge_base_id where k.host = $1',
      [host],
    );
    const changed = [];
    for (const { id: guideId } of rows) {
      const { revision, title, slug, contentHtml, categories, tags } = await readForEditing(
        fixture.database,
        { host, guideId },
      );
      const values = { revision, title, slug, contentHtml, categories, tags };
      const saved = await saveDraft(fixture.database, OPERATOR, { host, guideId, ...values });
      if (saved.contentHtml !== contentHtml || saved.revision !== revision) changed.push(slug);
    }
    expect(rows.length).toBeGreaterThan(10);
    expect(changed).toEqual([]);
  }, 60_000);
});
