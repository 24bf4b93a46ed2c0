import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ValidationError, Validator } from 'jsonapi-validator';
import { CANARY, DISABLED, EXAMPLE, KEYED } from '../../testing/example.ts';
import { findLinkageProblems } from '../../testing/linkage.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const MOUNT = '/jsonapi/knowledge/v1';
const ROOT = `${MOUNT}/help.example.com`;

const ANSWERS: [status: number, path: string][] = [
  [200, ROOT],
  [200, `${ROOT}?include=guides.categories.child_categories,guides.tags,categories.guides.tags`],
  [200, `${ROOT}/guides`],
  [200, `${ROOT}/guides?include=categories.child_categories,tags,knowledge_base`],
  [200, `${ROOT}/guides?include=tags.guides.tags,categories.guides.categories&page[size]=1`],
  [200, `${ROOT}/guides?filter[category]=nothing&include=tags`],
  [200, `${ROOT}/guides?page[number]=9`],
  [200, `${ROOT}/guides/31`],
  [200, `${ROOT}/guides/31?fields[guide]=`],
  [200, `${ROOT}/guides/34?include=tags,categories`],
  [200, `${ROOT}/guides/slug/install?include=knowledge_base.guides.tags`],
  [200, `${ROOT}/categories?include=guides,child_categories.guides.tags,knowledge_base`],
  [200, `${ROOT}/categories/12?include=child_categories.guides&fields[guide]=title`],
  [200, `${ROOT}/tags?include=guides.categories`],
  [200, `${ROOT}/tags/21`],
  [200, `${ROOT}/guides/32/categories?include=child_categories,guides`],
  [200, `${ROOT}/guides/31/tags`],
  [200, `${ROOT}/guides/34/tags`],
  [200, `${ROOT}/guides/31/knowledge_base?include=tags`],
  [200, `${ROOT}/categories/12/child_categories?include=child_categories`],
  [200, `${ROOT}/categories/13/guides?include=tags,categories.guides`],
  [200, `${ROOT}/tags/21/guides?include=tags`],
  [400, `${ROOT}/guides?page=2`],
  [400, `${ROOT}/guides?include=nothing`],
  [401, `${MOUNT}/keyed.example.com`],
  [403, `${MOUNT}/disabled.example.com`],
  [404, `${ROOT}/guides/999`],
  [404, `${ROOT}/nothing/here`],
  [414, `${ROOT}/guides?x_y=${'a'.repeat(16_000)}`],
];

describe('documents of the standard mount', () => {
  const validator = new Validator();
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService([EXAMPLE, DISABLED, KEYED]);
  });

  afterAll(() => service.stop());

  it.each(ANSWERS.map(([status, path]) => [status, path.slice(0, 120), path] as const))(
    'are valid JSON:API with full linkage: %i %s',
    async (status, _, path) => {
      const answer = await service.get(path);
      expect(answer.status).toBe(status);
      expect(problemsOf(answer.body)).toEqual([]);
    },
  );

  it.each([
    [405, 'DELETE', 'application/vnd.api+json'],
    [406, 'GET', 'text/html'],
  ])('are valid for invalid requests: %i', async (status, method, accept) => {
    const verb = method.toLowerCase() as 'delete' | 'get';
    const answer = await service.request[verb](`${ROOT}/guides`).set('Accept', accept);
    expect(answer.status).toBe(status);
    expect(problemsOf(answer.body)).toEqual([]);
  });

  it('are valid for internal errors', async () => {
    await service.database.none('alter table tags rename to tags_elsewhere');
    const answer = await service.get(`${ROOT}/tags?page[size]=7`);
    await service.database.none('alter table tags_elsewhere rename to tags');
    expect(answer.status).toBe(500);
    expect(answer.body.jsonapi).toEqual({ version: '1.1' });
    expect(problemsOf(answer.body)).toEqual([]);
  });

  it('keep inclusions without linkage if fields hides it, as JSON:API allows', async () => {
    const { body } = await service.get(`${ROOT}/guides/31?fields[guide]=title,tags&include=tags,categories`);
    expect(Object.keys(body.data.relationships)).toEqual(['tags']);
    expect(findLinkageProblems(body)).toEqual(['nothing leads to knowledge_base_category 11']);
    expect(validationProblems(body)).toEqual([]);
  });

  it('link to everything published and nothing else', async () => {
    const { addresses, text, types } = await crawl();
    expect(types).toEqual({ guide: 4, knowledge_base: 1, knowledge_base_category: 3, tag: 2 });
    expect(addresses).toEqual(
      expect.arrayContaining(
        ['/guides/31/tags', '/categories/13/guides', '/tags/22/knowledge_base'].map(
          (path) => `${ROOT}${path}`,
        ),
      ),
    );
    expect(text).not.toContain(CANARY);
  });

  describe('the checks', () => {
    it.each([
      ['documents of the contract', '/knowledge/v1/help.example.com/guides?include=tags'],
      ['empty relationships', '/knowledge/v1/help.example.com/guides/31'],
    ])('find %s', async (_, path) => {
      expect(problemsOf((await service.get(path)).body)).not.toEqual([]);
    });

    it.each([
      ['duplicate resources', { data: tag('1'), included: [tag('1')] }],
      ['unresolved linkage', { data: tag('1', { other: { data: { type: 'tag', id: '2' } } }) }],
      ['resources without linkage', { data: [tag('1')], included: [tag('2')] }],
      [
        'resources that only link to themselves',
        { data: [], included: [tag('2', { other: { data: [{ type: 'tag', id: '2' }] } })] },
      ],
    ])('find %s', (_, document) => {
      expect(findLinkageProblems(document)).toHaveLength(1);
    });
  });

  function problemsOf(document: object): string[] {
    return [...validationProblems(document), ...findLinkageProblems(document)];
  }

  function validationProblems(document: object): string[] {
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      return (error as ValidationError).errors.map(({ dataPath, message }) => `${dataPath} ${message}`);
    }
  }

  async function crawl() {
    const addresses = new Set([ROOT]);
    const resources = new Set<string>();
    let text = '';
    for (const address of addresses) {
      const answer = await service.get(address);
      expect([address, answer.status, ...problemsOf(answer.body)]).toEqual([address, 200]);
      text += answer.text;
      for (const { type, id } of [answer.body.data].flat()) resources.add(`${type} ${id}`);
      for (const [, link = ''] of answer.text.matchAll(/"(\/[^"]*)"/g)) addresses.add(link);
    }
    const counted = Object.groupBy([...resources], (name) => name.split(' ')[0] ?? '');
    const types = Object.fromEntries(Object.entries(counted).map(([type, found]) => [type, found?.length]));
    return { addresses: [...addresses], text, types };
  }
});

function tag(id: string, relationships: Record<string, { data: object }> = {}) {
  return { type: 'tag', id, relationships } as { type: string; id: string };
}
