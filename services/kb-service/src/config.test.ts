import { readFileSync } from 'node:fs';
import { firstColumn, listCommands } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { createKbProgram } from './cli/command-line.ts';
import { ENVIRONMENT, readConfig } from './config.ts';
import { startTestService } from './testing/test-service.ts';

const DATABASE = { KB_DATABASE_URL: 'postgres://guidepost:hunter2@127.0.0.1:1/kb' };

describe('readConfig', () => {
  it.each([
    [{}, /^KB_DATABASE_URL is not set: /],
    [{ KB_DATABASE_URL: 'mysql://guidepost:hunter2@db/kb' }, /^KB_DATABASE_URL must match pattern/],
    [{ ...DATABASE, KB_PORT: 'http' }, /^KB_PORT must be integer, not "http"/],
    [{ ...DATABASE, KB_PORT: '70000' }, /^KB_PORT must be <= 65535/],
    [{ ...DATABASE, LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be equal to one of .*: trace, debug/],
    [{ ...DATABASE, PUBLIC_URL_TEMPLATE: '/{slug}' }, /^PUBLIC_URL_TEMPLATE must be an http/],
    [
      { ...DATABASE, PUBLIC_URL_TEMPLATE: 'https://x/{name}' },
      /^PUBLIC_URL_TEMPLATE has an unknown placeholder \{name\}/,
    ],
    [{ ...DATABASE, KB_SECRET: 'hunter2' }, /^KB_SECRET must NOT have fewer than 16/],
    [{ ...DATABASE, MEILI_URL: 'meili:7700' }, /^MEILI_URL must match pattern/],
    [{ ...DATABASE, MEILI_URL: 'http://guidepost:hunter2@meili:7700' }, /^MEILI_URL must match pattern/],
    [{ ...DATABASE, MEILI_URL: 'http://' }, /^MEILI_URL must match pattern/],
    [{ ...DATABASE, MEILI_KEY: 'hunter2\n' }, /^MEILI_KEY must match pattern/],
    [
      { ...DATABASE, EMBEDDINGS_URL: 'ollama:11434', EMBEDDINGS_MODEL: 'e5' },
      /^EMBEDDINGS_URL must match pattern/,
    ],
    [{ ...DATABASE, EMBEDDINGS_URL: 'http://ollama:11434' }, /^EMBEDDINGS_MODEL is not set: /],
    [{ ...DATABASE, EMBEDDINGS_KEY: 'hunter2\n' }, /^EMBEDDINGS_KEY must match pattern/],
    [{ ...DATABASE, TRUSTED_PROXIES: '10.0.0.0/8,me' }, /^TRUSTED_PROXIES: .*"me"/],
  ])('refuses %j in one line that names the variable and contains no secret', (environment, line) => {
    const message = messageOf(() => readConfig(environment));
    expect(message).toMatch(line);
    expect(message).not.toMatch(/\n|hunter2/);
  });
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
}

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** `GET …/tags/:id/{knowledge_base,guides}` means two paths. */
function expandPaths(cell: string): string[] {
  const path = cell.replace(/^[A-Z]+ /, '').replace('…', '/knowledge/v1/:host');
  const [, stem = path, endings = ''] = /^(.*)\{(.*)\}$/.exec(path) ?? [];
  return endings.split(',').map((ending) => `${stem}${ending}`.replace(/:(\w+)/g, '{$1}'));
}

describe('the README lists', () => {
  it('exactly the variables', () => {
    expect(firstColumn(README, 'Configuration')).toEqual(Object.keys(ENVIRONMENT.variables).toSorted());
  });

  it('exactly the commands', () => {
    const listed = firstColumn(README, 'The command line').map(
      (usage) => /^kb ([a-z ]*[a-z])/.exec(usage)?.[1],
    );
    expect(listed).toEqual(listCommands(createKbProgram()).toSorted());
  });

  it('exactly the endpoints', async () => {
    const service = await startTestService([]);
    const { body } = await service.request.get('/openapi.json');
    await service.stop();
    const described = Object.keys(body.paths).filter((path) => !path.startsWith('/jsonapi/'));
    expect(firstColumn(README, 'The API').flatMap(expandPaths).toSorted()).toEqual(described.toSorted());
  });
});
