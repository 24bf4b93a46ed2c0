import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startProgram } from '@guidepost/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';

/** The checked part of a service; the specification's schema checks the rest. */
interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  pull_policy?: string;
  extends?: { file: string; service: string };
  environment: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  networks: string[];
  profiles?: string[];
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  restart?: string;
  stop_grace_period?: string;
  mem_limit?: string;
  command?: string[];
}

interface Compose {
  services: Record<string, Service>;
  volumes: object;
  networks: object;
}

const TEXT = read('docker-compose.yml');
const compose = readCompose('');

/** As Compose reads it with this value of GUIDEPOST_IMAGES. */
function readCompose(images: string): Compose {
  const read = parse(TEXT, { merge: true }) as Compose;
  const withImages = Object.entries(read.services).map(([name, { extends: base, ...service }]) => [
    name,
    base ? { ...extended(base, images), ...service } : service,
  ]);
  return { ...read, services: Object.fromEntries(withImages) };
}

function extended({ file, service }: NonNullable<Service['extends']>, images: string): Partial<Service> {
  const path = file.replace(/\$\{GUIDEPOST_IMAGES:\+published-\}/, images && 'published-');
  const text = read(path).replace(/\$\{GUIDEPOST_IMAGES\}/g, images);
  return (parse(text, { merge: true }) as Compose).services[service] ?? {};
}

const services = Object.entries(compose.services);
const { kb, forum, postgres, meilisearch } = compose.services;

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** A size such as `1g`, `256MB` or `${MEILI_MEMORY:-1g}`. */
function megabytes(size = ''): number {
  const [, number, unit] = /(\d+)([mg])(?:i?b)?\}?$/i.exec(size) ?? [];
  return Number(number) * (unit?.toLowerCase() === 'g' ? 1024 : 1);
}

function startedWith(name: string): string[] {
  const needed = Object.keys(compose.services[name]?.depends_on ?? {});
  return [name, ...needed.flatMap(startedWith)];
}

describe('docker-compose.yml', () => {
  it('conforms to the Compose specification', () => {
    const schema = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'));
    const ajv = new Ajv({ strict: false, allErrors: true });
    const validate = ajv.compile({ ...schema, $schema: undefined });
    validate(compose);
    expect(validate.errors).toBeNull();
  });

  it('references existing services, volumes, networks and files only', () => {
    const sources = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]));
    const isThere = (source = '') =>
      source.startsWith('./') ? existsSync(join(ROOT, source)) : source in compose.volumes;
    expect(sources.filter((source) => !isThere(source))).toEqual([]);
    expect(services.flatMap(([, { build }]) => build?.context ?? [])).toEqual(['../..', '../..']);
    expect(services.flatMap(([, { build }]) => build?.dockerfile ?? [])).toEqual([
      'infra/docker/kb-service.Dockerfile',
      'infra/docker/forum-service.Dockerfile',
    ]);
    const needed = services.flatMap(([name]) => startedWith(name));
    expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
    const joined = services.flatMap(([, { networks }]) => networks);
    expect(joined.filter((network) => !(network in compose.networks))).toEqual([]);
  });

  it('builds our images and pulls none, or pulls those of this version and builds none', () => {
    const ours = (images: string) =>
      Object.entries(readCompose(images).services)
        .filter(([, { image }]) => image.includes('guidepost-'))
        .map(([name, { image, pull_policy, build }]) => [name, image, pull_policy, build !== undefined]);
    const { version } = JSON.parse(read('package.json'));
    const [kbImage, forumImage] = ['kb', 'forum'].map((name) => `guidepost-${name}-service`);
    expect(ours('')).toEqual([
      ['kb-migrate', kbImage, 'never', false],
      ['kb', kbImage, 'never', true],
      ['forum-migrate', forumImage, 'never', false],
      ['forum', forumImage, 'never', true],
    ]);
    expect(ours('ghcr.io/example')).toEqual([
      ['kb-migrate', `ghcr.io/example/${kbImage}:${version}`, undefined, false],
      ['kb', `ghcr.io/example/${kbImage}:${version}`, undefined, false],
      ['forum-migrate', `ghcr.io/example/${forumImage}:${version}`, undefined, false],
      ['forum', `ghcr.io/example/${forumImage}:${version}`, undefined, false],
    ]);
  });

  it.each([
    ['kb', 'forum'],
    ['forum', 'kb'],
  ])('starts %s without anything of %s', (name, other) => {
    expect(startedWith(name)).toContain('postgres');
    expect(startedWith(name).filter((needed) => needed.startsWith(other))).toEqual([]);
  });

  it('waits for dependencies to be healthy or completed, but only for Meilisearch to start', () => {
    const ways = services.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    expect(Object.fromEntries(ways)).toEqual({
      postgres: { condition: 'service_healthy' },
      databases: { condition: 'service_completed_successfully' },
      'kb-migrate': { condition: 'service_completed_successfully' },
      'forum-migrate': { condition: 'service_completed_successfully' },
      meilisearch: { condition: 'service_started' },
      'search-keys': { condition: 'service_completed_successfully', required: false },
    });
  });

  it.each([
    ['kb', 'KB', KB_ENVIRONMENT],
    ['forum', 'FORUM', FORUM_ENVIRONMENT],
  ])('gives %s known variables, including all required ones', (name, prefix, environment) => {
    const { NODE_OPTIONS, ...environmentGiven } = compose.services[name]?.environment ?? {};
    const given = Object.keys(environmentGiven);
    expect(given.filter((variable) => !(variable in environment.variables))).toEqual([]);
    const needed = [`${prefix}_DATABASE_URL`, `${prefix}_SECRET`, 'MEILI_URL', 'MEILI_KEY'];
    expect(given).toEqual(expect.arrayContaining(needed));
  });

  it('keeps Meilisearch and its keys in a profile that no service needs', () => {
    const optional = services
      .filter(([, { profiles }]) => profiles?.join() === 'search')
      .map(([name]) => name);
    expect(optional).toEqual(['meilisearch', 'search-keys']);
    const needed = [kb, forum].flatMap((service) => Object.entries(service?.depends_on ?? {}));
    const without = needed.filter(([name]) => optional.includes(name));
    expect(without.map(([, { required }]) => required)).toEqual([false, false]);
  });

  it.each(services)('restricts the privileges of %s', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  it('publishes the two services, on this machine only unless the proxy is chosen', () => {
    const withDefaults = (port: string) => port.replace(/\$\{\w+:-([^}]+)\}/g, '$1');
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, withDefaults(port)]),
    );
    expect(published).toEqual([
      ['kb', '127.0.0.1:4010:4010'],
      ['forum', '127.0.0.1:4020:4020'],
      ['edge', '80:80'],
      ['edge', '443:443'],
      ['edge', '443:443/udp'],
    ]);
    expect(compose.services.edge?.profiles).toEqual(['edge']);
  });

  it('has the services listen on the ports that are published, by which they write their addresses', () => {
    for (const [service, variable] of [
      [kb, 'KB_PORT'],
      [forum, 'FORUM_PORT'],
    ] as const) {
      const port = service?.environment[variable];
      expect(port).toMatch(`{${variable}:-`);
      expect(service?.ports?.map((published) => published.endsWith(`:${port}:${port}`))).toEqual([true]);
    }
  });

  it('keeps everything else in an internal network', () => {
    const outside = services.filter(([, { networks }]) => networks.includes('outside')).map(([name]) => name);
    expect(outside).toEqual(['kb', 'forum', 'edge']);
    expect(compose.networks).toMatchObject({ backend: { internal: true } });
  });

  it('restarts long-running services', () => {
    const lasting = services.filter(([, { restart }]) => restart === 'unless-stopped').map(([name]) => name);
    expect(lasting).toEqual(['postgres', 'meilisearch', 'objects', 'kb', 'forum', 'edge']);
  });

  it('gives services more time to stop than the 20 seconds for their requests', () => {
    expect([kb, forum].map((service) => service?.stop_grace_period)).toEqual(['30s', '30s']);
  });

  it.each(services)('limits the memory of %s', (_, { mem_limit }) => {
    expect(megabytes(mem_limit)).toBeGreaterThan(0);
  });

  it('gives half of a service’s memory to its heap, and a quarter to buffers and batches', () => {
    const [, buffers] = /^shared_buffers=(\w+)$/.exec(postgres?.command?.at(-1) ?? '') ?? [];
    expect(megabytes(buffers)).toBe(megabytes(postgres?.mem_limit) / 4);
    const batches = megabytes(meilisearch?.environment.MEILI_MAX_INDEXING_MEMORY);
    expect(batches).toBe(megabytes(meilisearch?.mem_limit) / 4);
    const heap = '--max-old-space-size-percentage=50';
    expect([kb, forum].map((service) => service?.environment.NODE_OPTIONS)).toEqual([heap, heap]);
  });

  it('keeps objects in the bucket of the documentation, with a secret that is made', () => {
    const { objects } = compose.services;
    expect(objects).toMatchObject({
      profiles: ['objects'],
      volumes: ['objects:/data/guidepost'],
      environment: { ROOT_ACCESS_KEY: 'guidepost' },
    });
    for (const line of [
      'S3_BUCKET=guidepost',
      'S3_ENDPOINT=http://objects:7070',
      'AWS_ACCESS_KEY_ID=guidepost',
    ])
      expect(read('docs/docker.md')).toContain(`\n${line}\n`);
  });

  it('mounts the data of PostgreSQL 18 where its image stores them', () => {
    expect(postgres).toMatchObject({
      image: expect.stringMatching(/^postgres:18\./),
      volumes: ['postgres:/var/lib/postgresql'],
    });
  });
});

describe('infra/edge/Caddyfile', () => {
  it('has the variables and defaults that docker-compose.yml sets', () => {
    const hosts = [...read('infra/edge/Caddyfile').matchAll(/\{\$(\w+_HOSTS?):(\S+)\}/g)];
    const asked = hosts.map(([, name, value]) => [name, `\${${name}:-${value}}`]);
    expect(compose.services.edge?.environment).toEqual({
      ...Object.fromEntries(asked),
      KB_UPSTREAM: `kb:${kb?.environment.KB_PORT}`,
      FORUM_UPSTREAM: `forum:${forum?.environment.FORUM_PORT}`,
    });
  });
});

describe('infra/docker/make-env.mjs', () => {
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guidepost-env-'));
    file = join(folder, '.env');
  });

  afterEach(() => rm(folder, { recursive: true }));

  const makeEnv = () => startProgram(new URL('make-env.mjs', import.meta.url), [file], {}).ended;

  const written = async () => parseEnv(await readFile(file, 'utf8'));

  it('creates exactly the secrets that docker-compose.yml uses', async () => {
    expect(await makeEnv()).toMatchObject({ code: 0, stdout: `${file}: 14 secrets created, 0 kept\n` });
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
    const addresses = ['PUBLISH_ADDRESS', 'KB_PORT', 'FORUM_PORT', 'KB_HOSTS', 'FORUM_HOST'];
    const choices = [...addresses, 'GUIDEPOST_IMAGES', 'MEILI_MAX_INDEXING_MEMORY', 'MEILI_URL'];
    const limits = ['KB_MEMORY', 'FORUM_MEMORY', 'POSTGRES_MEMORY', 'MEILI_MEMORY', 'OBJECTS_MEMORY'];
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
    expect(new Set(all).size).toBe(28);
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
    expect((await makeEnv()).stdout).toBe(`${file}: 13 secrets created, 1 kept\n`);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith(`${mine}\n`)).toBe(true);
    expect(parseEnv(text)).toMatchObject({
      KB_PASSWORD: 'mine',
      POSTGRES_PASSWORD: expect.stringMatching(/^\w{64}$/),
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await makeEnv()).stdout).toBe(`${file}: 0 secrets created, 14 kept\n`);
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
