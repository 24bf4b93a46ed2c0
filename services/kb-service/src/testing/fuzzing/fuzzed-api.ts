import {
  type ApiAreaOptions,
  apiArea,
  type FuzzedArea,
  type FuzzedRequest,
} from '@guidepost/openapi/testing';
import type { Context } from '../../context.ts';
import { createApis } from '../../http/api.ts';
import { MEDIA_TYPE } from '../../http/json-api/headers.ts';
import { createOpenApiDocument } from '../../http/openapi/openapi-document.ts';
import { editionName } from '../../model/knowledge-base.ts';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { setLanguages } from '../../tenants/languages.ts';
import { editGuide } from '../../writing/edit-guide.ts';
import { OPERATOR, type TestContent, writeContent, writeImage } from '../content.ts';
import { CANARY, DISABLED, EXAMPLE, KEYED } from '../example.ts';
import { FORMER_SLUG, HIDDEN_SLUG, HIDDEN_TOKEN } from '../hidden-content.ts';
import type { TestService } from '../test-service.ts';

const DOCUMENT = createOpenApiDocument(createApis({} as Context));

const TOKEN = 'a'.repeat(22);
const DOWNLOAD_TOKEN = 'b'.repeat(22);
const DOWNLOAD_NAME = 'manual.png';

const FIRST_IDS: Readonly<Record<string, number>> = {
  guides: 400,
  categories: 500,
  tags: 600,
  addresses: 700,
};

const ADD_ADDRESSES = `
  insert into addresses (knowledge_base_id, id, address, page, made_by, made_with)
  overriding system value
  select k.id, a.id, '/old/' || a.id, 'home', 'Test', 'cli'
  from knowledge_bases k, unnest($2::bigint[]) as a (id)
  where k.host = $1`;

function ids(first: number): number[] {
  return Array.from({ length: 40 }, (_, index) => first + index);
}

/** Only this one has a key that may write, so that changes leave what the others should show. */
function changeable(host: string): TestContent {
  return {
    host,
    categories: ids(500).map((id) => ({ id, slug: `c-${id}` })),
    tags: ids(600).map((id) => ({ id, slug: `t-${id}` })),
    guides: ids(400).map((id) => ({ id, slug: `g-${id}`, tags: [id + 200], published: id % 3 > 0 })),
  };
}

/** A picture without bytes that UTF-8 has no single ones for. */
const PICTURE = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0;';

const KNOWN = {
  image: [PICTURE],
  host: [EXAMPLE.host, EXAMPLE.host, EXAMPLE.host, KEYED.host, DISABLED.host, 'HELP.example.com'],
  slug: ['install', 'apples', 'refunds', HIDDEN_SLUG, FORMER_SLUG],
  guide: ['install', '31', '35', 'apples'],
  id: ['31', '32', '35', '11', '13', '15', '21', '22', '23', '61', '62', '63'],
  token: [DOWNLOAD_TOKEN, HIDDEN_TOKEN],
  name: [`${TOKEN}.png`, `${HIDDEN_TOKEN}.png`, DOWNLOAD_NAME],
  q: ['install', 'instal it', 'äpples "zebra"', 'refund OR zebra', 'canery'],
  'filter[tag]': ['new', '22', 'hidden', '23'],
  'filter[category]': ['start', 'money', '13', '15'],
  language: ['de', 'de', 'DE-ch', 'pt-BR', 'en'],
  address: ids(1).map((number) => `/new/${number}`),
  to: ['/', '/search', '/guides', '/tags/t-600', 'https://example.org/'],
  include: ['guides.tags', 'categories.child_categories.guides', 'tags', 'knowledge_base.categories'],
};

/**
 * The API on knowledge bases with hidden content.
 * @returns makes the area with a new knowledge base for changes, by its number
 */
export async function prepareApi({
  database,
}: TestService): Promise<(number: number) => Promise<FuzzedArea>> {
  const { id } = await database.one('select id from knowledge_bases where host = $1', [EXAMPLE.host]);
  await writeImage(database, id, { token: TOKEN, guide: 31, content: 'image' });
  await writeImage(database, id, { token: DOWNLOAD_TOKEN, guide: 31, content: 'download' });
  await database.none('update files set name = $2, size = 8 where token = $1', [
    DOWNLOAD_TOKEN,
    DOWNLOAD_NAME,
  ]);
  const { key } = await issueAccessKey(database, OPERATOR, { host: KEYED.host, name: 'fuzzing' });
  return async (number) => {
    const host = `written-${number}.example.com`;
    await writeContent(database, changeable(host));
    await setLanguages(database, OPERATOR, { host, languages: ['en', 'de', 'pt-BR'] });
    for (const language of ['de', 'pt-BR']) {
      for (const guideId of ids(400))
        await editGuide(database, OPERATOR, {
          host: editionName(host, language),
          guideId,
          title: `T-${guideId}`,
        });
    }
    await database.none(ADD_ADDRESSES, [host, ids(700)]);
    const writing = { host, name: 'writing', scope: 'write' } as const;
    const { key: writeKey } = await issueAccessKey(database, OPERATOR, writing);
    return apiArea({
      document: DOCUMENT,
      known: KNOWN,
      keys: [key, key, key, 'wrong', writeKey],
      accept: MEDIA_TYPE,
      aim: createAim(host, writeKey),
      mistakesIn: createFindLeaks([key, writeKey]),
    });
  };
}

/** Sends most changes, and reads with the key that may write, where these can succeed. */
function createAim(host: string, writeKey: string): (request: FuzzedRequest) => FuzzedRequest {
  return (request) => {
    const { method, target, headers, body } = request;
    const isChange = target.startsWith('/jsonapi/') && ['POST', 'PATCH', 'DELETE'].includes(method);
    const isKeyed = headers.Authorization === `Bearer ${writeKey}`;
    if (!isKeyed && !(isChange && target.length % 4 > 0 && !/(up|down)vote/.test(target))) return request;
    let id = '';
    const aimed = target
      .replace(/(\/v1\/)[^/?]+/, `$1${host}`)
      .replace(/\/(guides|categories|tags|addresses)\/(\d{1,6})/, (_, collection: string, number: string) => {
        id = String((FIRST_IDS[collection] ?? 0) + (Number(number) % 40));
        return `/${collection}/${id}`;
      });
    const sent = typeof body === 'string' && id ? body.replace(/"id":"\d+"/, `"id":"${id}"`) : body;
    return {
      method,
      target: aimed,
      headers: { ...headers, Authorization: `Bearer ${writeKey}` },
      body: sent,
    };
  };
}

function createFindLeaks(keys: readonly string[]): NonNullable<ApiAreaOptions['mistakesIn']> {
  return ({ target, headers }, answer) => {
    const asked = JSON.stringify([target, headers]);
    const met = `${JSON.stringify(answer.headers)} ${answer.text}`.includes(CANARY);
    return met && [CANARY, ...keys].every((word) => !asked.includes(word)) ? [`${CANARY} is met`] : [];
  };
}
