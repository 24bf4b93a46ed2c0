import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '../../tenants/access-keys.ts';
import { OPERATOR } from '../../testing/content.ts';
import { EXAMPLE } from '../../testing/example.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

const BASE = `/jsonapi/knowledge/v1/${EXAMPLE.host}/addresses`;
const JSON_API = 'application/vnd.api+json';

let service: TestService;
let keys: { write: string; read: string };

beforeAll(async () => {
  service = await startTestService([EXAMPLE]);
  const issue = async (scope: 'read' | 'write') =>
    (await issueAccessKey(service.database, OPERATOR, { host: EXAMPLE.host, name: scope, scope })).key;
  keys = { write: await issue('write'), read: await issue('read') };
  await service.settled(EXAMPLE.host);
});

afterAll(() => service.stop());

function send(
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  attributes?: object,
  key = keys.write,
) {
  const request = service.request[method](BASE + path).set({
    Accept: JSON_API,
    Authorization: `Bearer ${key}`,
  });
  if (!attributes) return request;
  const id = path.slice(1);
  const data = { type: 'address', ...(id && { id }), attributes };
  return request.set('Content-Type', JSON_API).send(JSON.stringify({ data }));
}

describe('addresses of the standard mount', () => {
  it('are created, read, changed if they are as the client knows them, and deleted', async () => {
    const created = await send('post', '', { address: '/hc/sv/articles/12-a', to: '/guides/install' });
    expect(created.status).toBe(201);
    const { id, attributes } = created.body.data;
    expect(created.headers.location).toBe(`${BASE}/${id}`);
    expect(attributes).toMatchObject({
      address: 'zendesk:article:12',
      to: '/guides/install',
      visible: true,
      hits: 0,
      made_by: 'write',
      made_with: 'api',
    });
    const read = await send('get', `/${id}`);
    expect(read.body.data).toEqual(created.body.data);
    const changed = await send('patch', `/${id}`, { ...attributes, to: '/tags/new#a' }).set(
      'If-Match',
      read.headers.etag ?? '',
    );
    expect([changed.status, changed.body.data.attributes.to]).toEqual([200, '/tags/new#a']);
    const late = await send('delete', `/${id}`).set('If-Match', read.headers.etag ?? '');
    expect(late.status).toBe(412);
    expect((await send('delete', `/${id}`)).status).toBe(204);
    expect((await send('get', `/${id}`)).status).toBe(404);
  });

  it('are listed in pages', async () => {
    for (const name of ['b', 'a', 'c']) await send('post', '', { address: `/old/${name}`, to: '/' });
    const { body } = await send('get', '?page[size]=2');
    const addresses = body.data.map((each: { attributes: { address: string } }) => each.attributes.address);
    expect([addresses, body.meta]).toEqual([['/old/a', '/old/b'], { total: 3, pages: 2 }]);
    const next = await service.request.get(body.links.next).set({ Authorization: `Bearer ${keys.write}` });
    expect(next.body.data).toHaveLength(1);
  });

  it.each([
    [{ address: '/x', to: '/guides/none' }, 422, '/data/attributes/to'],
    [{ address: 'x', to: '/' }, 422, '/data/attributes/address'],
    [{ address: '/guides/install', to: '/' }, 409, '/data/attributes/address'],
    [{ address: '/x' }, 422, '/data/attributes'],
    [{ address: '/x', to: '/', other: 1 }, 422, '/data/attributes/other'],
  ])('are refused with a pointer: %j', async (attributes, status, pointer) => {
    const answer = await send('post', '', attributes);
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0].source.pointer).toBe(pointer);
  });

  it('a change says where an address leads', async () => {
    const created = await send('post', '', { address: '/one', to: '/' });
    const answer = await send('patch', `/${created.body.data.id}`, { hits: 3 });
    expect([answer.status, answer.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/to']);
  });

  it.each(['get', 'post'] as const)('are for keys that may write: %s', async (method) => {
    const body = method === 'post' ? { address: '/y', to: '/' } : undefined;
    expect((await send(method, '', body, keys.read)).status).toBe(403);
    const without = await service.request[method](BASE).set('Accept', JSON_API);
    expect(without.status).toBe(401);
    const strict = await service
      .get(BASE.replace('/jsonapi', ''))
      .set('Authorization', `Bearer ${keys.write}`);
    expect(strict.status).toBe(404);
  });
});
