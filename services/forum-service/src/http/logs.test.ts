import { until } from '@guidepost/local-servers/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.stop());

it.each([
  ['what was asked of whom', '/api/nobody/q.json', '/api/nobody/q.json'],
  ['not what was searched for', '/api/search/nobody/my-secret.json', '/api/search/nobody/…'],
  [
    'not what was searched for behind more slashes',
    '/api/search/nobody/my/secret.json',
    '/api/search/nobody/…',
  ],
  ['no query', '/api/nobody.json?secret', '/api/nobody.json'],
  ['no key', `/api/tag/nobody/gpk_${'a'.repeat(43)}.json`, '/api/tag/nobody/gpk_….json'],
])('a line of the log holds %s', async (_title, path, logged) => {
  await service.get(path);
  const isLogged = (line: string) => JSON.parse(line).path === logged;
  // It is written when the connection has taken the answer.
  await until('the request is logged', () =>
    service.logLines.some((line) => line.includes('"msg":"request"')),
  );
  expect(service.logLines.filter(isLogged)).toHaveLength(1);
  service.logLines.length = 0;
});
