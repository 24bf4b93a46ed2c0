import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';

const PAGES = globSync('{*.md,docs/**/*.md,services/*/README.md}', { cwd: ROOT }).toSorted();

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

function relativeLinks(page: string): [path: string, fragment: string][] {
  const withoutCode = read(page).replace(/`[^`\n]*`/g, '');
  const targets = [...withoutCode.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const { pathname, hash } = new URL(target, `file:///${page}`);
      return [pathname.slice(1), hash.slice(1)];
    });
}

function anchors(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const FILES = globSync('{packages,services,infra}/**/*.*', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist'],
});

/** Files and folders of the repository as in `http/admit.ts` or `packages/http`; other names may be readers' own. */
const REPOSITORY_PATH =
  /^(?:(?:packages|services|infra)\/[\w./-]+|(?:[\w-]+\/)*[\w-][\w.-]*\.(?:ts|sql|mjs|eta))$/;

function repositoryPaths(page: string): string[] {
  const spans = [...read(page).matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => REPOSITORY_PATH.test(span) && !span.includes('/dist/'));
}

/** Paths may begin below a service's `src`. */
function isInRepository(path: string): boolean {
  return existsSync(join(ROOT, path)) || FILES.some((file) => file.endsWith(`/${path}`));
}

/** Where variables of the other service begin. */
const PARTS = /\n## (?:forum-service|Knowledge base and forum together)\n/;

/** Which a library reads. */
const CREDENTIALS = { AWS_ACCESS_KEY_ID: {}, AWS_SECRET_ACCESS_KEY: {} };

describe('the documentation', () => {
  it.each(PAGES)('%s links to existing files and headings', (page) => {
    const dead = relativeLinks(page).filter(([path, fragment]) => {
      const isThere = existsSync(join(ROOT, path));
      return !isThere || (path.endsWith('.md') && fragment !== '' && !anchors(path).includes(fragment));
    });
    expect(dead).toEqual([]);
  });

  it.each(PAGES)('%s names existing files and folders', (page) => {
    expect(repositoryPaths(page).filter((path) => !isInRepository(path))).toEqual([]);
  });

  it('has a place in docs/architecture.md for each package and each folder of infra', () => {
    const folders = ['packages', 'infra'].flatMap((parent) =>
      readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
    );
    const named = repositoryPaths('docs/architecture.md');
    expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
  });

  it.each([
    ['kb-service', 0, KB_ENVIRONMENT.variables],
    ['forum-service', 1, FORUM_ENVIRONMENT.variables],
    ['both together', 2, { ...KB_ENVIRONMENT.variables, ...FORUM_ENVIRONMENT.variables, ...CREDENTIALS }],
  ])('names only existing variables for deploying %s', (_, part, variables) => {
    const text = read('docs/configuration.md').split(PARTS)[part] ?? '';
    const named = text.match(/\b[A-Z]+(_[A-Z]+)+\b(?==|`)/g) ?? [];
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !(name in variables))).toEqual([]);
  });
});

describe('docs/rules.md', () => {
  const TYPESCRIPT = FILES.filter((file) => file.endsWith('.ts'));

  /** As in `it('S12 …')`, `(S3, S27)` and `S2 in`; a path of a drawing, `%F0`, `Alt+F10` and Amazon's S3 are no rules. */
  const CITATION = /(?<=['"`(]|, |\* |\/\/ |- |see )(?:S[1-9]\d?|F\d\d)(?=[ :),]|$)/gm;

  const rows = [...read('docs/rules.md').matchAll(/^\| ([SF]\d+) \|/gm)].map(([, rule = '']) => rule);

  it('has a row for each rule that tests and comments cite, and no other', () => {
    const cited = TYPESCRIPT.flatMap((file) => read(file).match(CITATION) ?? []);
    expect(rows.toSorted()).toEqual([...new Set(cited)].toSorted());
  });
});
