import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

it.each([
  ['the path', '/api/unknown/q.json', '/api/unknown/q.json'],
  ['no search query', '/api/search/unknown/my-secret.json', '/api/search/unknown/…'],
  ['no search query with slashes', '/api/search/unknown/my/secret.json', '/api/search/unknown/…'],
  ['no query string', '/api/unknown.json?secret', '/api/unknown.json'],
  ['no key', `/api/tag/unknown/gpk_${'a'.repeat(43)}.json`, '/api/tag/unknown/gpk_….json'],
])('a log line contains %s', async (_title, path, logged) => {
  await service.get(path);
  const isLogged = (line: string) => JSON.parse(line).path === logged;
  // It is written once the connection has taken the response.
  await until('the request is logged', () =>
    service.logLines.some((line) => line.includes('"msg":"request"')),
  );
  expect(service.logLines.filter(isLogged)).toHaveLength(1);
  service.logLines.length = 0;
});
