import { type MediaType, type OpenApiDocument, pathTemplate } from '@guidepost/openapi';
import { documentMistakes, listOperations, listRoutes } from '@guidepost/openapi/testing';
import { assetRoutes } from '@guidepost/pages';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createApp } from '../../app.ts';
import { pageRoutes } from '../../pages/page-routes.ts';
import { ASSETS } from '../../pages/represent-page.ts';
import { servicePageRoutes } from '../../pages/service/service-page-routes.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

let service: TestService;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService();
  document = (await service.get('/openapi.json').expect(200)).body;
});

afterAll(() => service.stop());

/** Content of a successful read, by media type. */
function contentOf(path: string): Record<string, MediaType> {
  const success = document.paths[path]?.get?.responses['200'];
  return success && 'content' in success ? (success.content ?? {}) : {};
}

describe('the OpenAPI document of the forum', () => {
  it('is valid OpenAPI 3.1, has unique names, and examples that match their schemas', async () => {
    expect(await documentMistakes(document)).toEqual([]);
  });

  it('lists everything the service accepts, and nothing else', () => {
    const described = listOperations(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const isRead = (route: string) => /^GET .api.(?!avatar|file|[{]slug[}].js-endpoint)/.test(route);
    const { context } = service;
    const pages = listRoutes(
      express().use(assetRoutes(ASSETS)).use(pageRoutes(context)).use(servicePageRoutes(context)),
    );
    const registered = listRoutes(createApp(context))
      .filter((route) => !pages.includes(route))
      .map(pathTemplate)
      .flatMap((route) => (isRead(route) ? [`${route}.json`, `${route}.xml`] : route));
    expect(described.toSorted()).toEqual(registered.toSorted());
  });

  it.each([
    ['/api/{slug}.json', 'array', 'Dialog'],
    ['/api/{slug}/{topics}.json', 'array', 'Dialog'],
    ['/api/popular/{slug}.json', 'array', 'Dialog'],
    ['/api/search/{slug}/{query}.json', 'array', 'Dialog'],
    ['/api/tag/{slug}/{tags}.json', 'array', 'Dialog'],
    ['/api/comment/{slug}/{id}.json', 'array', 'Comment'],
    ['/api/taglist/{slug}.json', 'array', 'Tag'],
    ['/api/properties/{slug}.json', 'array', 'Properties'],
    ['/api/dialog/{slug}/{id}.json', undefined, 'Dialog'],
    ['/api/comment/{slug}/{dialog}/{id}.json', undefined, 'Comment'],
  ])('%s returns one media type, for generated types', (path, type, record) => {
    const { 'application/json': json, ...others } = contentOf(path);
    const items = { $ref: `#/components/schemas/${record}` };
    expect(json?.schema).toEqual(type === 'array' ? { type, items } : items);
    expect(Object.entries(others).map(([name, { schema }]) => [name, schema.type])).toEqual([
      ['application/javascript', 'string'],
    ]);
    const xml = contentOf(path.replace('.json', '.xml'));
    expect(Object.keys(xml)).toEqual(['text/xml']);
  });

  it('allows callbacks with JSON only', () => {
    const taking = listOperations(document).filter(({ operation }) =>
      JSON.stringify(operation.parameters ?? []).includes('/callback"'),
    );
    expect(taking.length).toBeGreaterThan(0);
    expect(taking.map(({ path }) => path).filter((path) => !path.endsWith('.json'))).toEqual([]);
  });

  it('documents the weights of popularity, and that a known sort has no effect', () => {
    const { get } = document.paths['/api/popular/{slug}.json'] ?? {};
    expect(get?.description).toContain('half-life of 30 days');
    expect(JSON.stringify(get?.parameters)).toContain('Has no effect');
  });

  it('S14 is the same whatever Host says, and names no host', async () => {
    for (const path of ['/openapi.json', '/docs']) {
      const spoofed = await service
        .get(path)
        .set({ Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
      expect(spoofed.text).toBe((await service.get(path)).text);
    }
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });
});

describe('GET /docs', () => {
  it('shows every operation and record, without scripts or external resources', async () => {
    const { text, headers } = await service.get('/docs').expect(200);
    for (const { operation } of listOperations(document)) {
      expect(text).toContain(`<article id="${operation.operationId}"`);
    }
    for (const name of ['Dialog', 'Comment', 'User', 'Tag', 'Properties']) {
      expect(text).toContain(`id="schema-${name}"`);
    }
    expect(text).not.toMatch(/<(script|link|img|iframe|object|form)\b|@import|url\(| style=| on[a-z]+=/);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^ ]+';/);
  });
});
