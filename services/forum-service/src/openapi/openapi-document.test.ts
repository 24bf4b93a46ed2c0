import { type OpenApiDocument, pathTemplate } from '@guidepost/openapi';
import { documentMistakes, listOperations, listRoutes } from '@guidepost/openapi/testing';
import { assetRoutes } from '@guidepost/pages';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createApp } from '../app.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import { ASSETS } from '../pages/represent-page.ts';
import { servicePageRoutes } from '../service-pages/service-page-routes.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService();
  document = (await service.get('/openapi.json').expect(200)).body;
});

afterAll(() => service.stop());

describe('the OpenAPI document of the forum', () => {
  it('is valid OpenAPI 3.1, names everything once, and shows examples that hold to their schemas', async () => {
    expect(await documentMistakes(document)).toEqual([]);
  });

  it('has everything that the service takes, and nothing else', () => {
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

  it('S14 is the same whatever Host says, and of no certain place', async () => {
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
  it('shows every operation and every record, without a script or anything from elsewhere', async () => {
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
