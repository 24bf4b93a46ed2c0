import { png } from '@guidepost/files/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { type FileService, startFileService } from '../testing/file-service.ts';
import { DIALOG } from '../testing/posts.ts';

const RESTRICTED = { 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' };
const NOTHING = "default-src 'none'; frame-ancestors 'none'";
const SHARED = { ...RESTRICTED, 'cross-origin-resource-policy': 'cross-origin' };
const UNFRAMED = { 'x-frame-options': 'DENY' };
const UNLISTED = { 'x-robots-tag': 'noindex' };
const inApi = (policy: string) => ({
  ...SHARED,
  ...UNFRAMED,
  ...UNLISTED,
  'content-security-policy': policy,
});
const OURS = " 'self' https://forum.example";

/** The policy of a page, with what it may load and send besides what is its own. */
const pagePolicy = (images = '', forms = " 'self'") =>
  `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'${images}; form-action${forms}; base-uri 'none'`;
const pageWith = (policy: string) => ({
  ...RESTRICTED,
  ...UNFRAMED,
  'content-security-policy': `${policy}; frame-ancestors 'none'`,
  'cross-origin-opener-policy': 'same-origin',
});

const FROM_API = inApi(NOTHING);
const TO_CRAWLERS = { ...RESTRICTED, 'content-security-policy': NOTHING };
/** Sites send forms from frames, in which they then show the answer. */
const FORM_PAGE = {
  ...SHARED,
  'content-security-policy': pagePolicy('', OURS),
  'cross-origin-opener-policy': 'same-origin',
};
const FORM_DONE = { ...SHARED, 'content-security-policy': "default-src 'none'" };

/** All of these headers that an answer has; others are no concern of this test. */
const NAMES =
  /^(content-security|cross-origin|origin-agent|permissions|referrer|strict|x-(content|dns|download|frame|permitted|powered|robots|xss))/;

const shown = ({ status, headers }: Response) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => NAMES.test(name))),
});

let service: FileService;
let file: string;
let dialogId: string;

beforeAll(async () => {
  service = await startFileService();
  file = new URL((await service.postFile(png())).text).pathname;
  const text = 'A picture: https://images.example/a.png';
  const { headers } = await service.post('/api/help', service.newDialog({ text })).expect(201);
  dialogId = /(\d+)\.json$/.exec(String(headers.location))?.[1] ?? '';
});

afterAll(() => service.stop());

describe('what is read has its security headers, also from memory:', () => {
  it.each([
    ['records', '/api/help.json', 200, FROM_API],
    ['records as XML', '/api/help.xml', 200, FROM_API],
    ['records as a script', '/api/help.json?callback=x', 200, FROM_API],
    ['an error', '/api/nothing.json', 404, FROM_API],
    ['an unknown address', '/nothing', 404, FROM_API],
    [
      'a picture of a poster',
      '/api/avatar/help/7/A.svg',
      200,
      inApi("default-src 'none'; sandbox; frame-ancestors 'none'"),
    ],
    ['the OpenAPI document', '/openapi.json', 200, FROM_API],
    ['a page', '/forum/help', 200, pageWith(pagePolicy('', OURS))],
    [
      'a page with images of other sites',
      '/forum/help/DIALOG',
      200,
      pageWith(pagePolicy(' https: http:', OURS)),
    ],
    ['an unknown page', '/forum/nothing', 404, pageWith(pagePolicy())],
    ['a redirect', '/forum/help/', 301, pageWith(pagePolicy())],
    ['the front page', '/', 200, pageWith(pagePolicy())],
    ['a feed', '/forum/help/feed.atom', 200, { ...TO_CRAWLERS, ...UNLISTED }],
    ['a sitemap', '/forum/help/sitemap.xml', 200, TO_CRAWLERS],
    ['robots.txt', '/robots.txt', 200, TO_CRAWLERS],
    ['health', '/healthz', 200, TO_CRAWLERS],
  ])('%s', async (_, path, status, headers) => {
    const address = path.replace('DIALOG', dialogId);
    expect(shown(await service.get(address))).toEqual({ status, headers });
    expect(shown(await service.get(address))).toEqual({ status, headers });
  });

  it('a file', async () => {
    const headers = inApi("default-src 'none'; media-src 'self'; frame-ancestors 'none'; sandbox");
    expect(shown(await service.get(file))).toEqual({ status: 200, headers });
  });

  it('the page that forms in frames lead to', async () => {
    const policy = expect.stringMatching(/^default-src 'none'; script-src 'sha256-[\w+/]{43}='$/);
    const headers = { ...SHARED, ...UNLISTED, 'content-security-policy': policy };
    expect(shown(await service.get('/api/help/js-endpoint'))).toEqual({ status: 200, headers });
  });

  it('the page of the OpenAPI document', async () => {
    const policy = expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    const headers = { ...FROM_API, 'content-security-policy': policy };
    expect(shown(await service.get('/docs'))).toEqual({ status: 200, headers });
  });
});

describe('answers to what is sent have their security headers:', () => {
  const { 'x-robots-tag': _, ...KEYED } = FROM_API;

  it('a preflight', async () => {
    expect(shown(await service.request.options('/api/help'))).toEqual({ status: 204, headers: FROM_API });
  });

  it('a post, with a key and without', async () => {
    const post = (query: string) => service.post(`/api/help${query}`, service.newDialog({}));
    expect(shown(await post(''))).toEqual({ status: 201, headers: FROM_API });
    expect(shown(await post(`?key=${service.key}`))).toEqual({ status: 201, headers: KEYED });
  });

  it('a file', async () => {
    expect(shown(await service.postFile(png('b')))).toEqual({ status: 201, headers: FORM_DONE });
  });

  it('a form, with a key and without', async () => {
    const send = async (query: string, title: string) =>
      shown(await service.sendForm(`/api/help${query}`, { ...DIALOG, title }));
    const key = `?key=${service.key}`;
    expect(await send('', 'Taken')).toEqual({ status: 303, headers: { ...FORM_DONE, ...UNLISTED } });
    expect(await send('', '')).toEqual({ status: 400, headers: { ...FORM_PAGE, ...UNLISTED } });
    expect(await send(key, 'Taken with a key')).toEqual({ status: 303, headers: FORM_DONE });
    expect(await send(key, '')).toEqual({ status: 400, headers: FORM_PAGE });
  });
});
