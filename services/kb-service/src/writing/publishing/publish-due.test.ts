import { until } from '@guidepost/local-servers/testing';
import { createLogger } from '@guidepost/service-kit/process';
import { describe, expect, it } from '@jest/globals';
import { useEditingFixture } from '../../testing/editing-fixture.ts';
import { createGuide } from '../drafts/create-guide.ts';
import { readForEditing } from '../drafts/read-for-editing.ts';
import { saveDraft } from '../drafts/save-draft.ts';
import { listVersions } from '../versions/versions.ts';
import { createPostponed, createScheduledPublishing, publishNextDue } from './publish-due.ts';
import { publishGuide, scheduleGuide } from './publish-guide.ts';

const HOST = 'help.example.com';
const OTHER_HOST = 'other.example.com';
const fixture = useEditingFixture({ host: HOST }, { host: OTHER_HOST });
const logger = createLogger({ service: 'test', level: 'warn', stream: { write: () => {} } });

/** A guide that is due, as if its time had passed. */
async function makeDue(title: string, host = HOST): Promise<number> {
  const { database } = fixture;
  const { knowledgeBaseId: _, ...editor } = fixture.editor;
  const { id } = await createGuide(database, editor, { host, title, contentHtml: '<p>due</p>' });
  const publishAt = new Date(Date.now() + 60_000);
  await scheduleGuide(database, editor, { host, guideId: id, publishAt });
  await database.none(
    "update guide_drafts set publish_at = now() - interval '1 second' where guide_id = $1",
    [id],
  );
  return id;
}

const read = (guideId: number, host = HOST) => readForEditing(fixture.database, { host, guideId });

describe('a scheduled draft whose time has come', () => {
  it('is published in the name of the person who scheduled it', async () => {
    const id = await makeDue('One');
    expect(await publishNextDue(fixture.database, logger)).toBe(true);
    expect(await publishNextDue(fixture.database, logger)).toBe(false);
    expect(await read(id)).toMatchObject({ published: true, hasChanges: false, state: 'published' });
    expect(await listVersions(fixture.database, { host: HOST, guideId: id })).toMatchObject([
      { number: 1, published_by: 'the editor', door: 'desk' },
    ]);
    expect((await fixture.audit()).at(-1)).toMatchObject({
      done_by: 'the editor',
      action: 'guide publish',
      subject: 'one',
      details: { scheduled_for: expect.any(String) },
    });
  });

  it('is published once by many instances', async () => {
    const ids = [await makeDue('Two'), await makeDue('Three')];
    const work = async () => {
      while (await publishNextDue(fixture.database, logger));
    };
    await Promise.all(Array.from({ length: 4 }, work));
    for (const id of ids)
      expect(await listVersions(fixture.database, { host: HOST, guideId: id })).toHaveLength(1);
  });

  it('is not published before', async () => {
    const { database, author, editor } = fixture;
    const { id } = await createGuide(database, author, { host: HOST, title: 'Later' });
    const publishAt = new Date(Date.now() + 60_000);
    await scheduleGuide(database, editor, { host: HOST, guideId: id, publishAt });
    expect(await publishNextDue(database, logger)).toBe(false);
  });

  it('waits for editors if it cannot be published', async () => {
    const id = await makeDue('Clash');
    const { database, editor } = fixture;
    const other = await createGuide(database, editor, { host: HOST, title: 'Other' });
    await saveDraft(database, editor, { host: HOST, guideId: id, slug: 'wanted' });
    await database.none(
      "update guide_drafts set state = 'scheduled', publish_at = now() - interval '1 second' where guide_id = $1",
      [id],
    );
    await saveDraft(database, editor, { host: HOST, guideId: other.id, slug: 'wanted' });
    await publishGuide(database, editor, { host: HOST, guideId: other.id });
    expect(await publishNextDue(database, logger)).toBe(true);
    expect(await read(id)).toMatchObject({ state: 'proposed', published: false, publishAt: null });
    expect(await publishNextDue(database, logger)).toBe(false);
    expect((await fixture.audit()).at(-1)).toMatchObject({
      action: 'draft return',
      details: { reason: expect.stringContaining('wanted') },
    });
  });

  it('does not wait for one that fails, which is tried again later', async () => {
    const { database } = fixture;
    const ids = [await makeDue('Poison'), await makeDue('Harmless')];
    await database.none(
      "alter table guides add constraint no_poison check (title <> 'Poison' or not published)",
    );
    const postponed = createPostponed();
    while (await publishNextDue(database, logger, postponed));
    await database.none('alter table guides drop constraint no_poison');
    const states = async () => Promise.all(ids.map(async (id) => (await read(id)).published));
    expect(await states()).toEqual([false, true]);
    postponed.guides.clear();
    expect(await publishNextDue(database, logger, postponed)).toBe(true);
    expect(await states()).toEqual([true, true]);
  });

  it('does not wait for a knowledge base that is being changed', async () => {
    const { database } = fixture;
    const ids = [await makeDue('Locked one'), await makeDue('Locked two')];
    const free = await makeDue('Free', OTHER_HOST);
    // Who scheduled them at the command line would wait.
    await database.none("update guide_drafts set author_door = 'cli'");
    const postponed = createPostponed();
    await database.tx(async (transaction) => {
      await transaction.one('select id from knowledge_bases where host = $1 for no key update', [HOST]);
      expect(await publishNextDue(database, logger, postponed)).toBe(true);
      expect(await publishNextDue(database, logger, postponed)).toBe(true);
      expect(await publishNextDue(database, logger, postponed)).toBe(false);
      expect(await read(free, OTHER_HOST)).toMatchObject({ published: true });
    });
    while (await publishNextDue(database, logger));
    for (const id of ids) expect(await read(id)).toMatchObject({ published: true });
  });

  it('is found by the worker', async () => {
    const id = await makeDue('Worker');
    const worker = createScheduledPublishing(fixture.database, logger);
    worker.start();
    await until('it is published', async () => (await read(id)).published);
    await worker.stop();
  });
});
