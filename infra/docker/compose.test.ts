import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';

/** The checked part of a service; the specification's schema checks the rest. */
interface Service {
  image: string;
  build?: { dockerfile: string };
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
const compose: Compose = parse(TEXT, { merge: true });
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
    expect(services.flatMap(([, { build }]) => build?.dockerfile ?? [])).toEqual([
      'infra/docker/kb-service.Dockerfile',
      'infra/docker/forum-service.Dockerfile',
    ]);
    const needed = services.flatMap(([name]) => startedWith(name));
    expect(needed.filter((name) => !(name in compose.services))).toEqual([]);
    const joined = services.flatMap(([, { networks }]) => networks);
    expect(joined.filter((network) => !(network in compose.networks))).toEqual([]);
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

  it('publishes the two services, on this machine only by default', () => {
    const withDefaults = (port: string) => port.replace(/\$\{\w+:-([^}]+)\}/g, '$1');
    const published = services.flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, withDefaults(port)]),
    );
    expect(published).toEqual([
      ['kb', '127.0.0.1:4010:4010'],
      ['forum', '127.0.0.1:4020:4020'],
    ]);
  });

  it('keeps everything else in an internal network', () => {
    const outside = services.filter(([, { networks }]) => networks.includes('outside')).map(([name]) => name);
    expect(outside).toEqual(['kb', 'forum']);
    expect(compose.networks).toMatchObject({ backend: { internal: true } });
  });

  it('restarts long-running services', () => {
    const lasting = services.filter(([, { restart }]) => restart === 'unless-stopped').map(([name]) => name);
    expect(lasting).toEqual(['postgres', 'meilisearch', 'kb', 'forum']);
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

  it('mounts the data of PostgreSQL 18 where its image stores them', () => {
    expect(postgres).toMatchObject({
      image: expect.stringMatching(/^postgres:18\./),
      volumes: ['postgres:/var/lib/postgresql'],
    });
  });
});
