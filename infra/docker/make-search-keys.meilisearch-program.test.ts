import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type OwnMeilisearch, startOwnMeilisearch } from '@guidepost/local-servers/testing';
import { type ProgramResult, startProgram } from '@guidepost/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let folder: string;
let meilisearch: OwnMeilisearch;
let secrets: Record<string, string>;

beforeAll(async () => {
  meilisearch = await startOwnMeilisearch();
  folder = await mkdtemp(join(tmpdir(), 'guidepost-keys-'));
  const file = join(folder, '.env');
  await writeFile(file, `MEILI_MASTER_KEY=${meilisearch.key}\n`);
  await run('make-env.mjs', [file]);
  secrets = parseEnv(await readFile(file, 'utf8')) as Record<string, string>;
});

afterAll(async () => {
  await meilisearch.remove();
  await rm(folder, { recursive: true });
});

function run(program: string, words: string[], environment = {}): Promise<ProgramResult> {
  return startProgram(new URL(program, import.meta.url), words, environment).ended;
}

function makeKeys(environment = {}): Promise<ProgramResult> {
  return run('make-search-keys.ts', ['25'], { ...secrets, MEILI_URL: meilisearch.url, ...environment });
}

async function ask(key: string | undefined, path: string, request: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(`${meilisearch.url}${path}`, { ...request, headers });
}

describe('infra/docker/make-search-keys.ts', () => {
  it('creates the keys predicted in .env, once', async () => {
    expect(await ask(secrets.KB_MEILI_KEY, '/indexes')).toMatchObject({ status: 403 });
    const got = 'kb-service got its key\nforum-service got its key\n';
    expect(await makeKeys()).toEqual({ code: 0, stdout: got, stderr: '' });
    expect(await ask(secrets.KB_MEILI_KEY, '/indexes')).toMatchObject({ status: 200 });
    expect(await ask(secrets.FORUM_MEILI_KEY, '/indexes')).toMatchObject({ status: 200 });
    const has = 'kb-service has its key\nforum-service has its key\n';
    expect(await makeKeys()).toEqual({ code: 0, stdout: has, stderr: '' });
  });

  it.each([
    ['make an index of ours', 'POST', '/indexes', { uid: 'guidepost-kb-1' }],
    ['search in one of ours', 'POST', '/indexes/guidepost-kb-2/search', {}],
    ['see tasks', 'GET', '/tasks', null],
  ])('allows a service to %s', async (_, method, path, body) => {
    await makeKeys();
    const { status } = await ask(secrets.KB_MEILI_KEY, path, { method, body: body && JSON.stringify(body) });
    expect([200, 202, 404]).toContain(status);
  });

  it.each([
    ['create another index', 'POST', '/indexes', { uid: 'another' }],
    ['search in another one', 'POST', '/indexes/another/search', {}],
    ['see keys', 'GET', '/keys', null],
    ['create a key', 'POST', '/keys', { actions: ['*'], indexes: ['*'], expiresAt: null }],
    ['create a dump', 'POST', '/dumps', null],
  ])('does not allow a service to %s', async (_, method, path, body) => {
    await makeKeys();
    const { status } = await ask(secrets.KB_MEILI_KEY, path, { method, body: body && JSON.stringify(body) });
    expect(status).toBe(403);
  });

  it('updates the rights of an existing key', async () => {
    const uid = secrets.KB_MEILI_KEY_UID;
    await ask(meilisearch.key, `/keys/${uid}`, { method: 'DELETE' });
    const old = JSON.stringify({ uid, actions: ['search'], indexes: ['*'], expiresAt: null });
    await ask(meilisearch.key, '/keys', { method: 'POST', body: old });
    expect(await ask(secrets.KB_MEILI_KEY, '/tasks')).toMatchObject({ status: 403 });
    expect((await makeKeys()).stdout).toMatch(/^kb-service got its key, and no other\n/);
    expect(await ask(secrets.KB_MEILI_KEY, '/tasks')).toMatchObject({ status: 200 });
  });

  it('revokes a service’s previous key', async () => {
    await makeKeys();
    const renewed = { KB_MEILI_KEY_UID: '11111111-2222-4333-8444-555555555555' };
    expect((await makeKeys(renewed)).stdout).toBe(
      'kb-service got its key, and no other\nforum-service has its key\n',
    );
    expect(await ask(secrets.KB_MEILI_KEY, '/tasks')).toMatchObject({ status: 403 });
    expect(await ask(secrets.FORUM_MEILI_KEY, '/tasks')).toMatchObject({ status: 200 });
  });

  it('waits until Meilisearch answers', async () => {
    await meilisearch.kill();
    const made = makeKeys();
    await meilisearch.start();
    expect(await made).toMatchObject({ code: 0 });
  });

  it.each([
    ['without a number of seconds', [], {}, 'Usage: make-search-keys <seconds'],
    ['without the uid of a key', ['0'], { KB_MEILI_KEY_UID: '' }, 'KB_MEILI_KEY_UID is not set.'],
  ])('refuses to run %s', async (_what, words, environment, message) => {
    const { code, stderr } = await run('make-search-keys.ts', words, { ...secrets, ...environment });
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });

  it('fails where Meilisearch does not answer in time', async () => {
    const { code, stderr } = await run('make-search-keys.ts', ['0'], {
      ...secrets,
      MEILI_URL: 'http://127.0.0.1:9',
    });
    expect(code).toBe(1);
    expect(stderr).toContain('fetch failed');
  });

  it('fails with the reason when the master key differs', async () => {
    const { code, stderr } = await makeKeys({ MEILI_MASTER_KEY: 'another' });
    expect(code).toBe(1);
    expect(stderr).toContain('403');
  });
});
