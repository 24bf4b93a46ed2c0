import { readFileSync } from 'node:fs';
import { firstColumn, listCommands } from '@guidepost/testing';
import { describe, expect, it } from '@jest/globals';
import { createKbProgram } from './cli/command-line.ts';
import { ENVIRONMENT, readConfig } from './config.ts';
import { startTestService } from './testing/test-service.ts';

const DATABASE = { KB_DATABASE_URL: 'postgres://guidepost:hunter2@127.0.0.1:1/kb' };

const OIDC = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'guidepost',
  OIDC_CLIENT_SECRET: 'hunter2',
};

describe('readConfig', () => {
  it.each([
    [{}, /^KB_DATABASE_URL is not set: /],
    [{ KB_DATABASE_URL: 'mysql://guidepost:hunter2@db/kb' }, /^KB_DATABASE_URL is not valid/],
    [{ ...DATABASE, KB_PORT: 'http' }, /^KB_PORT must be a whole number, not "http"/],
    [{ ...DATABASE, KB_PORT: '70000' }, /^KB_PORT must be at most 65535/],
    [{ ...DATABASE, LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of trace, debug/],
    [{ ...DATABASE, PUBLIC_URL_TEMPLATE: '/{slug}' }, /^PUBLIC_URL_TEMPLATE must be an http/],
    [
      { ...DATABASE, PUBLIC_URL_TEMPLATE: 'https://x/{name}' },
      /^PUBLIC_URL_TEMPLATE has an unknown placeholder \{name\}/,
    ],
    [{ ...DATABASE, KB_SECRET: 'hunter2' }, /^KB_SECRET must have at least 16/],
    [{ ...DATABASE, MEILI_URL: 'meili:7700' }, /^MEILI_URL is not valid/],
    [{ ...DATABASE, MEILI_URL: 'http://guidepost:hunter2@meili:7700' }, /^MEILI_URL is not valid/],
    [{ ...DATABASE, MEILI_URL: 'http://' }, /^MEILI_URL is not valid/],
    [{ ...DATABASE, MEILI_KEY: 'hunter2\n' }, /^MEILI_KEY is not valid/],
    [{ ...DATABASE, EMBEDDINGS_URL: 'ollama:11434', EMBEDDINGS_MODEL: 'e5' }, /^EMBEDDINGS_URL is not valid/],
    [{ ...DATABASE, EMBEDDINGS_URL: 'http://ollama:11434' }, /^EMBEDDINGS_MODEL is not set: /],
    [{ ...DATABASE, EMBEDDINGS_KEY: 'hunter2\n' }, /^EMBEDDINGS_KEY is not valid/],
    [{ ...DATABASE, FORUM_URL: 'forum.example.com' }, /^FORUM_URL must be an http or https address, or/],
    [{ ...DATABASE, FORUM_URL: 'https://a.example,https://b.example' }, /^FORUM_URL must be/],
    [{ ...DATABASE, DESK_URL: 'desk.example.com' }, /^DESK_URL is not valid/],
    [{ ...DATABASE, DESK_URL: 'https://guidepost:hunter2@desk.example.com' }, /^DESK_URL is not valid/],
    [{ ...DATABASE, DESK_URL: 'http://desk.example.com' }, /^DESK_URL must begin with https/],
    [{ ...DATABASE, DESK_URL: 'http://localhost.example.com' }, /^DESK_URL must begin with https/],
    [{ ...DATABASE, DESK_URL: 'https://example.com/desk' }, /^DESK_URL must have no path/],
    [{ ...DATABASE, ...OIDC, OIDC_ISSUER: '' }, /^OIDC_ISSUER is not set: /],
    [{ ...DATABASE, ...OIDC, OIDC_ISSUER: 'http://id.example.com' }, /^OIDC_ISSUER must begin with https/],
    [{ ...DATABASE, ...OIDC, OIDC_CLIENT_ID: '' }, /^OIDC_CLIENT_ID is not set: /],
    [{ ...DATABASE, ...OIDC, OIDC_CLIENT_SECRET: '' }, /^OIDC_CLIENT_SECRET is not set: /],
    [{ ...DATABASE, ...OIDC, OIDC_DOMAINS: 'example.com' }, /^OIDC_DOMAINS must be like example.com=author/],
    [{ ...DATABASE, ...OIDC, OIDC_DOMAINS: 'example.com=admin' }, /^OIDC_DOMAINS .*"example.com=admin"/],
    [{ ...DATABASE, ...OIDC, OIDC_DOMAINS: '*=author' }, /^OIDC_DOMAINS must be like/],
    [{ ...DATABASE, ...OIDC, OIDC_DOMAINS: 'com=author' }, /^OIDC_DOMAINS must be like/],
    [{ ...DATABASE, ...OIDC, OIDC_ONLY: 'yes' }, /^OIDC_ONLY must be one of/],
    [{ ...DATABASE, OIDC_ONLY: 'on' }, /^OIDC_ONLY needs OIDC_ISSUER, /],
    [{ ...DATABASE, OIDC_DOMAINS: 'example.com=author' }, /^OIDC_DOMAINS needs OIDC_ISSUER, /],
    [{ ...DATABASE, TRUSTED_PROXIES: '10.0.0.0/8,me' }, /^TRUSTED_PROXIES: .*"me"/],
  ])('refuses %j in one line that names the variable and contains no secret', (environment, line) => {
    const message = messageOf(() => readConfig(environment));
    expect(message).toMatch(line);
    expect(message).not.toMatch(/\n|hunter2/);
  });
});

describe('the address of the desk', () => {
  it.each([
    [{}, 'http://localhost:4010'],
    [{ KB_PORT: '8080' }, 'http://localhost:8080'],
    [{ DESK_URL: 'https://Desk.example.com/' }, 'https://desk.example.com'],
    [{ DESK_URL: 'http://127.0.0.1:4010' }, 'http://127.0.0.1:4010'],
    [{ DESK_URL: 'http://[::1]:4010' }, 'http://[::1]:4010'],
  ])('with %j is %s', (environment, address) => {
    expect(readConfig({ ...DATABASE, ...environment }).DESK_URL).toBe(address);
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

  it('exactly the commands', async () => {
    const listed = firstColumn(README, 'The command line').map(
      (usage) => /^kb ([a-z ]*[a-z])/.exec(usage)?.[1],
    );
    expect(listed).toEqual(listCommands(await createKbProgram().loadAll()).toSorted());
  });

  it('exactly the endpoints', async () => {
    const service = await startTestService([]);
    const { body } = await service.request.get('/openapi.json');
    await service.stop();
    const described = Object.keys(body.paths).filter((path) => !path.startsWith('/jsonapi/'));
    expect(firstColumn(README, 'The API').flatMap(expandPaths).toSorted()).toEqual(described.toSorted());
  });
});
