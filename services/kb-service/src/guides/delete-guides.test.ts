import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeContent } from '../testing/content.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { deleteGuides, renameGuide } from './change-guides.ts';

const HOST = 'help.example.com';
const ROOT = `/knowledge/v1/${HOST}`;

describe('a guide that was deleted', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([
      {
        host: HOST,
        categories: [{ id: 1, slug: 'start' }],
        tags: [{ id: 1, slug: 'new', name: 'New' }],
        guides: [
          { id: 1, slug: 'gone', title: 'Roses', categories: [1], tags: [1] },
          { id: 2, slug: 'kept', title: 'Roses, too' },
        ],
      },
    ]);
    await writeContent(service.database, {
      host: 'other.example.com',
      guides: [{ id: 3, slug: 'gone', title: 'Roses' }],
    });
    const { database } = service;
    await renameGuide(database, { host: HOST, slug: 'gone', newSlug: 'present' });
    await renameGuide(database, { host: HOST, slug: 'present', newSlug: 'gone' });
    for (const [file, guides] of [
      [1, [1]],
      [2, [1, 2]],
    ] as const) {
      await database.none(
        `insert into files (knowledge_base_id, id, content_hash, token, media_type, path, bytes)
         overriding system value
         select k.id, $2, sha256($3::text::bytea), lpad($2::text, 22, 'a'), 'image/png', $3 || '.png', 'x'
         from knowledge_bases k where k.host = $1`,
        [HOST, file, `image-${file}`],
      );
      await database.none(
        `insert into guide_files (knowledge_base_id, file_id, guide_id)
         select k.id, $2, unnest($3::bigint[]) from knowledge_bases k where k.host = $1`,
        [HOST, file, guides],
      );
    }
    await service.indexed();
    await service.get(`${ROOT}/guides/1`).expect(200);
    expect(await deleteGuides(database, { host: HOST, slugs: ['gone', 'gone'] })).toEqual({
      slugs: ['gone'],
      images: 1,
    });
    await service.settled(HOST);
    await service.indexed();
  });

  afterAll(() => service.stop());

  it.each(['/guides/1', '/guides/slug/gone', '/guides/slug/present', '/categories/1', '/tags/1'])(
    'is gone, with its otherwise empty categories and tags: %s',
    async (path) => {
      await service.get(ROOT + path).expect(404);
    },
  );

  it('is found by no search', async () => {
    const { body } = await service.get(`${ROOT}/guides?q=roses`);
    expect([body.meta.total, body.data.map(({ id }: { id: string }) => id)]).toEqual([1, ['2']]);
  });

  it('leaves images that other guides show', async () => {
    const files = await service.database.any('select id from files');
    expect(files).toEqual([{ id: 2 }]);
  });

  it('leaves a guide with the same slug elsewhere', async () => {
    await service.get('/knowledge/v1/other.example.com/guides/slug/gone').expect(200);
  });
});
