import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ROOT } from '../local/settings.ts';

/** Files that name downloads of builds, containers and CI. */
const FILES = ['docker-compose.yml', '.github/workflows/*.yml', 'infra/docker/*.Dockerfile'];

/** Built here, never pulled. */
const OURS = /^guidepost-/;

const files = globSync(FILES, { cwd: ROOT }).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);

function references(path: string, text: string): string[] {
  return path.endsWith('.yml')
    ? referencesOfYaml(parse(text, { merge: true }))
    : referencesOfDockerfile(text);
}

function referencesOfYaml(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (typeof inner !== 'string') return referencesOfYaml(inner);
    return ['image', 'uses', 'container'].includes(key) ? [inner] : [];
  });
}

function referencesOfDockerfile(text: string): string[] {
  const stages = Array.from(text.matchAll(/^FROM .+ AS (\S+)$/gim), ([, stage]) => stage);
  const named = Array.from(
    text.matchAll(/^(?:FROM (\S+)|COPY --from=(\S+))/gim),
    ([, image, from]) => image ?? from,
  );
  return named.filter((name) => name !== undefined).filter((name) => !stages.includes(name));
}

function isPinned(reference: string): boolean {
  return OURS.test(reference) || /^[^@]+:[^@]+@sha256:[\da-f]{64}$|^[^@]+@[\da-f]{40}$/.test(reference);
}

function uncheckedDownloads(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== 'run' || typeof inner !== 'string') return uncheckedDownloads(inner);
    return /\b(curl|wget)\b.*https:/s.test(inner) && !inner.includes('sha256sum --check') ? [inner] : [];
  });
}

describe.each(files)('%s', (path = '', text = '') => {
  it('pins every image by digest and every action by commit', () => {
    expect(references(path, text)).not.toEqual([]);
    expect(references(path, text).filter((reference) => !isPinned(reference))).toEqual([]);
  });

  it('verifies every download by a checksum', () => {
    expect(path.endsWith('.yml') ? uncheckedDownloads(parse(text, { merge: true })) : []).toEqual([]);
  });
});

describe('an image', () => {
  it('has the same digest for the same tag everywhere', () => {
    const named = files.flatMap(([path = '', text = '']) => references(path, text));
    const digests = new Map<string | undefined, Set<string>>();
    for (const reference of named.filter((name) => name.includes('@sha256:'))) {
      const [tag] = reference.split('@');
      digests.set(tag, (digests.get(tag) ?? new Set()).add(reference));
    }
    expect([...digests.values()].filter(({ size }) => size > 1)).toEqual([]);
    expect(digests.size).toBeGreaterThan(0);
  });
});

describe('the check reports', () => {
  const DIGEST = `sha256:${'0'.repeat(64)}`;

  it.each([
    ['an image of a service', 'a.yml', 'services: { one: { image: redis:8 } }', 'redis:8'],
    ['an image without a tag', 'a.yml', `services: { one: { image: redis@${DIGEST} } }`, `redis@${DIGEST}`],
    ['an image of a job', 'a.yml', 'jobs: { one: { container: node:26 } }', 'node:26'],
    ['an action', 'a.yml', 'jobs: { one: { steps: [{ uses: actions/cache@v5 }] } }', 'actions/cache@v5'],
    ['a base image', 'a.Dockerfile', `FROM node:26 AS build\nFROM node:26@${DIGEST}`, 'node:26'],
    [
      'an image that is copied from',
      'a.Dockerfile',
      `FROM node:26@${DIGEST}\nCOPY --from=busybox:1 / /`,
      'busybox:1',
    ],
  ])('%s', (_what, path, text, reference) => {
    expect(references(path, text).filter((name) => !isPinned(name))).toEqual([reference]);
  });

  it('a download without a checksum', () => {
    const run = 'curl -o program https://example.com/program';
    expect(uncheckedDownloads({ steps: [{ run }] })).toEqual([run]);
    expect(uncheckedDownloads({ steps: [{ run: `${run}\nsha256sum --check sums` }] })).toEqual([]);
  });
});
