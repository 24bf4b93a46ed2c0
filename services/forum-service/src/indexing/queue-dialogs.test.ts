import { holdFeeding } from '@guidepost/search';
import { untilBlocked } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { queueDialogs } from '../search/search-index.ts';
import { setProperties } from '../tenants/administration.ts';
import { writeDialogs, writeForum } from '../testing/content.ts';
import { idsOf } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

describe('a reindex', () => {
  let service: TestService;
  let forum: number;

  beforeAll(async () => {
    service = await startTestService();
    forum = await writeForum(service.database, { slug: 'help' });
    const other = await writeForum(service.database, { slug: 'other' });
    await writeDialogs(service.database, forum, [
      { id: 1, title: 'Hästarna' },
      { id: 2, title: 'Min häst', archived: true },
    ]);
    await writeDialogs(service.database, other, [{ id: 1, title: 'Elsewhere' }]);
    await service.indexed();
  });

  afterAll(() => service.stop());

  const queued = () => service.database.any('select tenant_id, document_id from search_queue order by 1, 2');

  it('queues the dialogs of one forum, including archived ones and those that the index still has', async () => {
    await service.database.none(
      `insert into search_documents (tenant_id, document_id, words, facets, hidden, revision)
       values ($1, 99, '', '{}', false, 1), ($1, 98, null, '{}', false, 1)`,
      [forum],
    );
    expect(await queueDialogs(service.database, 'help')).toBe(3);
    expect(await queued()).toEqual([1, 2, 99].map((id) => ({ tenant_id: forum, document_id: id })));
    await service.indexed();
    expect(await queued()).toEqual([]);
    expect(
      await service.database.any('select from search_documents where document_id = 99 and words is not null'),
    ).toEqual([]);
  });

  it('queues those of all forums by default', async () => {
    expect(await queueDialogs(service.database, undefined)).toBe(3);
    await service.indexed();
  });

  it('reports that there is no such forum', async () => {
    await expect(queueDialogs(service.database, 'nowhere')).rejects.toThrow('There is no forum nowhere.');
  });

  it('matches word forms of a forum’s new language', async () => {
    const found = async () => idsOf(await service.get('/api/search/help/h%C3%A4sten.json').expect(200));
    expect(await found()).toEqual([]);
    await setProperties(service.database, 'help', { name: 'Hjälp' });
    expect(await queued()).toEqual([]);
    await setProperties(service.database, 'help', { language: 'sv' });
    await service.indexed();
    await service.settled('help');
    expect(await found()).toEqual([1]);
  });

  it('with a change of language waits until the index is not being fed', async () => {
    let change: Promise<boolean> | undefined;
    await service.database.tx(async (transaction) => {
      await holdFeeding(transaction);
      change = setProperties(service.database, 'help', { language: 'da' });
      await untilBlocked(service.database);
      expect(await queued()).toEqual([]);
    });
    expect(await change).toBe(true);
    expect(await queued()).toHaveLength(2);
  });
});
