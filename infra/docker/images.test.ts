import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const kb = read('infra/docker/kb-service.Dockerfile');
const forum = read('infra/docker/forum-service.Dockerfile');
const PACKAGE = JSON.parse(read('package.json'));

function instructions(dockerfile: string, word: string): string[] {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n');
  return lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

describe.each([
  ['kb-service', kb, KB_ENVIRONMENT.variables.KB_PORT],
  ['forum-service', forum, FORUM_ENVIRONMENT.variables.FORUM_PORT],
])('the image of %s', (_, dockerfile, port) => {
  it('has the tested Node.js, and is built with the same pnpm', () => {
    const { nodeVersion } = parse(read('pnpm-workspace.yaml'));
    const [image = ''] = instructions(dockerfile, 'FROM').slice(-1);
    expect(image).toMatch(`node:${nodeVersion}-slim@sha256:`);
    expect(instructions(dockerfile, 'FROM')).toEqual([`${image} AS build`, image]);
    expect(dockerfile).toContain(`npm install --global ${PACKAGE.packageManager}\n`);
  });

  it('copies existing files that .dockerignore does not exclude', () => {
    const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path);
    const copied = instructions(dockerfile, 'COPY')
      .filter((copy) => !copy.startsWith('--from'))
      .flatMap((copy) => copy.split(' ').slice(0, -1));
    const isAllowed = (path: string) => path === '.' || allowed.includes(path);
    expect(copied.filter((path) => !isAllowed(path))).toEqual([]);
    expect([...copied, ...allowed].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('runs as an ordinary user, and checks the service’s port', () => {
    expect(instructions(dockerfile, 'USER')).toEqual(['node']);
    expect(instructions(dockerfile, 'EXPOSE')).toEqual([String(port?.default)]);
    expect(instructions(dockerfile, 'HEALTHCHECK')[0]).toMatch(`_PORT:-${port?.default}}"`);
  });
});

describe('the two images', () => {
  it('have the Node.js named in compose and the documentation', () => {
    const [image] = instructions(kb, 'FROM').slice(-1);
    const named = ['docker-compose.yml', 'docs/docker.md'].map((path) =>
      read(path).match(/\bnode:[\w.@:-]+/g),
    );
    expect(named).toEqual([[image], [image]]);
  });

  it('are built alike, except for a forum’s files', () => {
    const ofFiles = /^# A volume .*\n|^.*\/var\/lib\/guidepost\/files\n/gm;
    const forumFromKb = kb.replaceAll('kb', 'forum').replaceAll('KB', 'FORUM').replaceAll('4010', '4020');
    expect(forum.replace(ofFiles, '')).toBe(forumFromKb);
  });

  it('keep files of forums in a volume of docker-compose.yml', () => {
    const [, directory] = /FORUM_FILES_DIRECTORY=(.*)/.exec(forum) ?? [];
    expect(parse(read('docker-compose.yml')).services.forum.volumes).toEqual([`forum-files:${directory}`]);
  });
});

describe('the packages in an image', () => {
  const manifests = globSync('{packages,services}/*/package.json', { cwd: ROOT });
  const shipped = manifests
    .filter((path) => !/^packages\/(client|testing|local-servers)\//.test(path))
    .toSorted();

  it.each(shipped)('%s contains its build and what that reads', (path) => {
    const folders = [
      'function-words',
      'migrations',
      'synonyms',
      'tables',
      'texts',
      'LICENSES',
      'NOTICE.md',
    ].filter((name) => existsSync(join(ROOT, path, '..', name)));
    expect(JSON.parse(read(path)).files).toEqual(['dist', ...folders]);
  });

  it.each(shipped)('%s depends neither on test kits nor on local servers', (path) => {
    const needed = Object.keys(JSON.parse(read(path)).dependencies ?? {});
    expect(needed).not.toContain('@guidepost/testing');
    expect(needed).not.toContain('@guidepost/local-servers');
  });
});

/** Files that name downloads of builds, containers and CI. */
const FILES = [
  'docker-compose.yml',
  'infra/docker/*images.yml',
  '.github/workflows/*.yml',
  'infra/docker/*.Dockerfile',
];

/** Built here and never pulled, or pulled from where the release of the same checkout is. */
const OURS = /^(?:\$\{GUIDEPOST_IMAGES\}\/)?guidepost-/;

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
