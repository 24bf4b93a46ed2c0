import { readFileSync } from 'node:fs';
import { type OpenApiDocument, pathTemplate } from '@guidepost/openapi';
import { documentMistakes, listOperations, listRoutes } from '@guidepost/openapi/testing';
import { assetRoutes } from '@guidepost/pages';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import { createApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { type Context, createContext } from '../../context.ts';
import { pageRoutes } from '../../pages/page-routes.ts';
import { ASSETS } from '../../pages/represent-page.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { createApis } from '../api.ts';

let service: TestService;
let context: Context;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService([]);
  context = createContext(readConfig({ KB_DATABASE_URL: service.url, LOG_LEVEL: 'silent' }));
  document = (await service.request.get('/openapi.json')).body;
});

afterAll(async () => {
  await context.close();
  await service.stop();
});

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 with unique names and valid examples', async () => {
    expect(await documentMistakes(document)).toEqual([]);
  });

  it('has all paths except pages', () => {
    const described = listOperations(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const aliases = createApis(context).flatMap(({ mount, routes }) =>
      Object.entries(routes).flatMap(([pattern, { alias }]) => (alias ? [mount.path + pattern] : [])),
    );
    const pages = listRoutes(express().use(assetRoutes(ASSETS)).use(pageRoutes(context, [])));
    const registered = listRoutes(createApp(context))
      .filter((route) => !aliases.some((path) => route.endsWith(` ${path}`)) && !pages.includes(route))
      .map(pathTemplate);
    expect(described.toSorted()).toEqual(registered.toSorted());
  });

  it('has the version of the package and a relative server', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(document.info.version).toBe(version);
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });
});
