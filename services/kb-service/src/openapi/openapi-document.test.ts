import { readFileSync } from 'node:fs';
import { type OpenApiDocument, type Operation, pathTemplate, resolve } from '@guidepost/openapi';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import express from 'express';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { assetRoutes } from '../pages/assets/asset-routes.ts';
import { pageRoutes } from '../pages/page-routes.ts';
import { createApis } from '../routes.ts';
import { listRoutes } from '../testing/app-routes.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

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
  it('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate({ ...document })).toEqual({ valid: true });
  });

  it('has what the service takes besides what people read, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const aliases = createApis(context).flatMap(({ mount, routes }) =>
      Object.entries(routes).flatMap(([pattern, { alias }]) => (alias ? [mount.path + pattern] : [])),
    );
    const pages = listRoutes(express().use(assetRoutes()).use(pageRoutes(context)));
    const registered = listRoutes(createApp(context))
      .filter((route) => !aliases.some((path) => route.endsWith(` ${path}`)) && !pages.includes(route))
      .map(pathTemplate);
    expect(described.toSorted()).toEqual(registered.toSorted());
  });

  it('is of the version that the package has, and of no certain place', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(document.info.version).toBe(version);
    expect(document.servers.map(({ url }) => url)).toEqual(['/']);
  });

  it('names every operation once, and every group that it uses', () => {
    const operations = operationsOf(document).map(([, operation]) => operation);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(
      new Set(document.tags.map(({ name }) => name)),
    );
  });

  it('describes each parameter of a path', () => {
    for (const [path, operation] of operationsOf(document)) {
      const parameters = (operation.parameters ?? []).map((one) => resolve(document, 'parameters', one));
      const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(named).toEqual(Array.from(path.matchAll(/\{(.*?)\}/g), ([, name]) => name));
    }
  });

  it('shows examples that hold to the schemas beside them', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    const media = operationsOf(document)
      .flatMap(([, { responses }]) => Object.values(responses))
      .flatMap((response) => Object.values(resolve(document, 'responses', response).content ?? {}));
    const withExamples = media.filter(({ examples }) => examples);
    expect(withExamples.length).toBeGreaterThan(20);
    for (const { schema, examples = {} } of new Set(withExamples)) {
      const validate = ajv.compile({ ...schema, components: document.components });
      for (const { value } of Object.values(examples)) {
        expect([validate(value), validate.errors]).toEqual([true, null]);
      }
    }
  });
});

function operationsOf({ paths }: OpenApiDocument): [path: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, { get, post }]) =>
    [get, post].filter((one) => !!one).map((one): [string, Operation] => [path, one]),
  );
}
