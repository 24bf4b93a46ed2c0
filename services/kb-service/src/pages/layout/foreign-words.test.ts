import { readPage } from '@guidepost/testing/markup';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const GUIDES = [{ id: 1, slug: 'one', title: 'دليل', content: '<h2>ا</h2><h2>ب</h2><h2>ت</h2>' }];

let service: TestService;

beforeAll(async () => {
  service = await startTestService([
    { host: 'ar.example.com', language: 'ar', guides: GUIDES },
    { host: 'sv.example.com', language: 'sv', guides: GUIDES.map((guide) => ({ ...guide, id: 2 })) },
  ]);
});

afterAll(() => service.stop());

async function languagesOn(path: string): Promise<Record<string, (string | undefined)[]>> {
  const { all } = readPage((await service.request.get(path)).text);
  const of = (name: string, className?: string) =>
    all(name, className).map(({ attribs }) => `${attribs.lang} ${attribs.dir}`);
  return {
    page: of('html'),
    search: of('form', 'search'),
    vote: of('section', 'vote'),
    updated: of('p', 'updated'),
  };
}

describe('English words on a site without a translation', () => {
  it('have lang and dir of English, and the site its own', async () => {
    expect(await languagesOn('/site/ar.example.com/guides/one')).toEqual({
      page: ['ar rtl'],
      search: ['en ltr'],
      vote: ['en ltr'],
      updated: ['en ltr'],
    });
  });

  it.each(['/search?q=x', '/nowhere'])('do so on %s, too', async (path) => {
    const { text } = await service.request.get(`/site/ar.example.com${path}`);
    expect(
      readPage(text)
        .all('h1')
        .map(({ attribs }) => attribs.lang),
    ).toEqual(['en']);
  });

  it('leave translated sites alone', async () => {
    expect(await languagesOn('/site/sv.example.com/guides/one')).toMatchObject({
      page: ['sv ltr'],
      search: ['undefined undefined'],
      vote: ['undefined undefined'],
    });
  });
});
