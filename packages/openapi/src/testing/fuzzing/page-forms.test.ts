import { describe, expect, it } from '@jest/globals';
import type { FuzzedAnswer, FuzzedRequest } from './area.ts';
import { pageArea } from './page-area.ts';
import { findForms } from './page-forms.ts';

const ROUTES = ['GET /desk/:tenant/posts', 'GET /desk/:tenant/posts/:post', 'POST /desk/:tenant/posts/:post'];
const KNOWN = { tenant: ['help'], post: ['7', '8'] };
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
};
const GET: FuzzedRequest = { method: 'GET', target: '/desk/help/posts', headers: {} };

function answerOf(status: number, headers: Record<string, string> = {}): FuzzedAnswer {
  return { status, text: '', bytes: Buffer.from(''), headers: { ...HEADERS, ...headers } };
}

async function areaWithForms(asked: string[] = []) {
  const forms = await findForms({
    routes: ROUTES,
    known: KNOWN,
    cookie: 'a=b',
    client: {
      async send({ target }) {
        asked.push(target);
        return answerOf(200);
      },
    },
    readForms: (_, address) =>
      address.endsWith('/posts') ? [] : [{ action: address, method: 'POST', fields: { version: ['v1'] } }],
  });
  return {
    forms,
    area: pageArea({
      name: 'desk',
      routes: ROUTES,
      known: KNOWN,
      people: [{ cookie: '', token: '' }],
      forms,
    }),
  };
}

describe('forms of pages', () => {
  it('are found on pages with several known values', async () => {
    const asked: string[] = [];
    const { forms } = await areaWithForms(asked);
    expect([...forms]).toEqual([['POST /desk/:tenant/posts/:post', [{ version: ['v1'] }]]]);
    expect(new Set(asked)).toEqual(new Set(['/desk/help/posts', '/desk/help/posts/7', '/desk/help/posts/8']));
  });

  it.each([
    ['GET', '/desk/help/posts', 'GET /desk/:tenant/posts'],
    ['HEAD', '/desk/help/posts/7?page=2', 'GET /desk/:tenant/posts/:post'],
    ['POST', '/desk/help/posts/7', 'POST /desk/:tenant/posts/:post'],
    ['POST', '/desk/help/posts', undefined],
  ])('belong to routes: %s %s', async (method, target, expected) => {
    const { area } = await areaWithForms();
    expect(area.operationOf({ ...GET, method, target })).toBe(expected);
  });
});

describe('the answer of a page', () => {
  it.each([
    ['as it should be', answerOf(200), []],
    ['a server error', answerOf(500), ['the status is 500']],
    ['kept by browsers', answerOf(200, { 'cache-control': 'private' }), ['it may be stored']],
    ['of another length', answerOf(200, { 'content-length': '9' }), ['its length is wrong']],
    [
      'with unrestricted scripts',
      answerOf(200, { 'content-security-policy': "'unsafe-inline'" }),
      ['scripts are not restricted'],
    ],
  ])('is %s', async (_, answer, mistakes) => {
    const { area } = await areaWithForms();
    expect(area.mistakesIn(GET, answer)).toEqual(mistakes);
  });

  it.each([
    [answerOf(200), true],
    [answerOf(303, { location: '/desk/help' }), true],
    [answerOf(303, { location: '/desk/sign-in?next=%2Fdesk' }), false],
    [answerOf(422), false],
  ])('shows whether the page did what it is for', async (answer, isReached) => {
    const { area } = await areaWithForms();
    expect(area.isReached(answer)).toBe(isReached);
  });
});
