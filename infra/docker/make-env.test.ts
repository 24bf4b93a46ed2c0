import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startProgram } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidepost-env-'));
  file = join(folder, '.env');
});

afterEach(() => rm(folder, { recursive: true }));

const makeEnv = () => startProgram(new URL('make-env.mjs', import.meta.url), [file], {}).ended;

const written = async () => parseEnv(await readFile(file, 'utf8'));

describe('infra/docker/make-env.mjs', () => {
  it('creates exactly the secrets that docker-compose.yml uses', async () => {
    expect(await makeEnv()).toMatchObject({ code: 0, stdout: `${file}: 12 secrets created, 0 kept\n` });
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    const asked = [...compose.matchAll(/\$\{(\w+):\?run infra\/docker\/make-env.mjs\}/g)].map(
      ([, name]) => name,
    );
    const { COMPOSE_PROFILES, ...secrets } = await written();
    expect(Object.keys(secrets).toSorted()).toEqual([...new Set(asked)].toSorted());
  });

  it('finds no default secret in docker-compose.yml', async () => {
    await makeEnv();
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8');
    const optional = [...compose.matchAll(/\$\{(\w+)(?!\w|:\?)/g)].map(([, name]) => name);
    const choices = ['PUBLISH_ADDRESS', 'KB_PORT', 'FORUM_PORT', 'MEILI_MAX_INDEXING_MEMORY', 'MEILI_URL'];
    const limits = ['KB_MEMORY', 'FORUM_MEMORY', 'POSTGRES_MEMORY', 'MEILI_MEMORY'];
    expect(new Set(optional)).toEqual(new Set([...choices, ...limits]));
  });

  it('creates a file with mode 0600', async () => {
    await makeEnv();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('creates different secrets each time', async () => {
    await makeEnv();
    const { COMPOSE_PROFILES, ...first } = await written();
    await rm(file);
    await makeEnv();
    const { COMPOSE_PROFILES: _, ...second } = await written();
    const all = [...Object.values(first), ...Object.values(second)];
    expect(new Set(all).size).toBe(24);
  });

  it.each(['KB', 'FORUM'])('predicts Meilisearch’s key for %s', async (service) => {
    await makeEnv();
    const values = await written();
    const hash = createHmac('sha256', values.MEILI_MASTER_KEY ?? '');
    const key = hash.update(values[`${service}_MEILI_KEY_UID`] ?? '').digest('hex');
    expect(values[`${service}_MEILI_KEY`]).toBe(key);
  });

  it('keeps existing values and adds missing ones', async () => {
    const mine = '# mine\nKB_PASSWORD=mine\nKB_PORT=80\nPOSTGRES_PASSWORD=\nLAST=without a line feed';
    await writeFile(file, mine, { mode: 0o644 });
    expect((await makeEnv()).stdout).toBe(`${file}: 11 secrets created, 1 kept\n`);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith(`${mine}\n`)).toBe(true);
    expect(parseEnv(text)).toMatchObject({
      KB_PASSWORD: 'mine',
      POSTGRES_PASSWORD: expect.stringMatching(/^\w{64}$/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await makeEnv()).stdout).toBe(`${file}: 0 secrets created, 12 kept\n`);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it.each([
    ['chooses Meilisearch', '', 'search'],
    ['keeps a choice that was changed', 'COMPOSE_PROFILES=\n', ''],
  ])('%s', async (_, before, profiles) => {
    await writeFile(file, before);
    await makeEnv();
    await makeEnv();
    expect((await readFile(file, 'utf8')).match(/^COMPOSE_PROFILES=.*$/gm)).toEqual([
      `COMPOSE_PROFILES=${profiles}`,
    ]);
  });

  it('refuses a key that Meilisearch would not derive, and changes nothing', async () => {
    await writeFile(file, 'FORUM_MEILI_KEY=0123\n');
    expect(await makeEnv()).toMatchObject({
      code: 1,
      stderr:
        'FORUM_MEILI_KEY belongs to another FORUM_MEILI_KEY_UID or MEILI_MASTER_KEY. Remove its line.\n',
    });
    expect(await readFile(file, 'utf8')).toBe('FORUM_MEILI_KEY=0123\n');
  });
});
