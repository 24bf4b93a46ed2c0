import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestContent, writeContent } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const HOST = 'help.example.com';

/** Fourteen guides in reverse order of their IDs; the fifth is not published. */
const SHELF: TestContent = {
  host: HOST,
  categories: [{ id: 11, slug: 'shelf' }],
  guides: Array.from({ length: 14 }, (_, index) => ({
    id: 100 - index,
    slug: `g${index + 1}`,
    published: index !== 4,
    categories: [11],
  })),
};

let service: TestService;

beforeAll(async () => {
  service = await startTestService([SHELF]);
});

afterAll(() => service.stop());

async function others(number: number, host = HOST): Promise<string | undefined> {
  const { text } = await service.request.get(`/guides/g${number}`).set('Host', host);
  return readPage(text).texts('nav', 'more')[0];
}

describe('the neighbours in the category of a guide', () => {
  it.each([
    ['five on each side', 8, 'g2 g3 g4 g6 g7 g8 g9 g10 g11 g12 g13'],
    ['as many as there are before it', 2, 'g1 g2 g3 g4 g6 g7 g8'],
    ['as many as there are behind it', 13, 'g8 g9 g10 g11 g12 g13 g14'],
  ])('are %s, in their order and published', async (_, number, expected) => {
    expect(await others(number)).toBe(`More in shelf ${expected}`);
  });

  it('are ordered by ID at equal positions', async () => {
    const host = 'one-place.example.com';
    await writeContent(service.database, { ...SHELF, host });
    await service.change(host, 'update guide_categories set position = 1 where knowledge_base_id = $1');
    expect(await others(11, host)).toBe('More in shelf g14 g13 g12 g11 g10 g9 g8 g7 g6');
  });
});
