import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPICS } from '../../model/topics.ts';
import { writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const { database } = service;
  await writeForum(database, { slug: 'hjalp', language: 'sv', topics: ['S', 'Q'] });
  await database.none(
    `update forums set name = 'Hjälp', formal_name = 'Exempel AB', intro_message = 'Välkommen!',
       status_message = 'Driftstörning', status_url = 'https://status.example', popup_header = 'Fråga oss',
       thankyou_message = 'Tack!' where slug = 'hjalp'`,
  );
  await writeForum(database, { slug: 'tuki', language: 'xx' });
});

afterAll(() => service.stop());

describe('GET /api/properties/:slug.json', () => {
  it('is an array of one record with all properties of the forum', async () => {
    const answer = await service.get('/api/properties/hjalp.json').expect(200);
    expect(answer.body).toEqual([
      {
        uri: 'https://forum.example/api/properties/hjalp.json',
        name: 'Hjälp',
        formal_name: 'Exempel AB',
        intro_message: 'Välkommen!',
        status_message: 'Driftstörning',
        status_url: 'https://status.example',
        popup_header: 'Fråga oss',
        thankyou_message: 'Tack!',
        default_topic: 'S',
        enabled_topic: ['S', 'Q'],
        enabled_topics: ['S', 'Q'],
        language: 'sv',
        categories: [
          { slug: 'suggestions', heading_name: 'Förslag', topic: 'S' },
          { slug: 'questions', heading_name: 'Frågor', topic: 'Q' },
        ],
      },
    ]);
  });

  it('names the categories in English if the language of the forum is unknown', async () => {
    const { body } = await service.get('/api/properties/tuki.json').expect(200);
    const headings = body[0].categories.map(({ heading_name }: { heading_name: string }) => heading_name);
    expect(headings).toEqual(['Questions', 'Problems', 'Suggestions', 'Praise']);
  });

  it('gives categories slugs that work as topics in paths', async () => {
    const { body } = await service.get('/api/properties/tuki.json');
    const slugs = body[0].categories.map(({ slug }: { slug: string }) => slug);
    expect(slugs).toHaveLength(TOPICS.length);
    for (const slug of slugs) await service.get(`/api/tuki/${slug}.json`).expect(200);
  });

  it('is a 404 for an unknown forum', async () => {
    await service.get('/api/properties/nothing.json').expect(404, 'Not Found');
  });
});
