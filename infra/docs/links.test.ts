import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT as FORUM_ENVIRONMENT } from '../../services/forum-service/src/config.ts';
import { ENVIRONMENT as KB_ENVIRONMENT } from '../../services/kb-service/src/config.ts';
import { ROOT } from '../local/settings.ts';
import { commentLines, createPathFinder, pathsInPage } from './repository-paths.ts';

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

const { files: FILES, isThere, isPartOfOne } = createPathFinder(ROOT);

function deadPaths(text: string): string[] {
  const { paths, parts } = pathsInPage(text);
  return [...paths.filter((path) => !isThere(path)), ...parts.filter((part) => !isPartOfOne(part))];
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
    expect(deadPaths(read(page))).toEqual([]);
  });

  it('is refused when it names what does not exist', () => {
    const page =
      '`http/admit.ts`, `http/gone.ts`, `src/tests/`, `gone/`, `packages/gone`, `text/html`; npm test -- src/gone';
    expect(deadPaths(page)).toEqual(['http/gone.ts', 'gone/', 'packages/gone', 'src/gone']);
  });

  it('has a place in docs/architecture.md for each package and each folder of infra', () => {
    const folders = ['packages', 'infra'].flatMap((parent) =>
      readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`),
    );
    const named = pathsInPage(read('docs/architecture.md')).paths;
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
  /**
   * As in `it('S12 …')`, `(S3, S27)` and `S2 in`; a path of a drawing, `%F0`, `Alt+F10` and Amazon's S3 are no rules.
   */
  const CITATION = /(?<=['"`(]|, |\* |\/\/ |- |see )(?:S[1-9]\d?|F\d\d)(?=[ :),]|$)/gm;

  const rows = [...read('docs/rules.md').matchAll(/^\| ([SF]\d+) \|/gm)].map(([, rule = '']) => rule);
  const sources = FILES.filter((file) => /\.(?:ts|sql)$/.test(file));
  const kept = sources.filter((file) => !/\.test\.ts$|\/testing\/|^infra\/(?:checks|docs|rigs)\//.test(file));

  function citedIn(texts: readonly string[]): Set<string> {
    return new Set(texts.flatMap((text) => text.match(CITATION) ?? []));
  }

  const commentsOf = (file: string) => commentLines(read(file)).map(({ text }) => text);

  it('has a row for each rule that tests and comments cite, and no other', () => {
    expect(rows.toSorted()).toEqual([...citedIn(sources.map(read))].toSorted());
  });

  it('has only rules that the code which keeps them cites in a comment', () => {
    const cited = citedIn(kept.flatMap(commentsOf));
    expect(rows.filter((rule) => !cited.has(rule))).toEqual([]);
  });

  it.each([
    ['/** Escapes what was sent (S11). */', ['S11']],
    [' * names (RFC 9110 §13.2.1, S17), as F01 does', ['S17']],
    ['/** The program of an object store that speaks S3, on the `PATH`. */', []],
  ])('takes from %s the rules %j', (text, rules) => {
    expect([...citedIn([text])]).toEqual(rules);
  });
});
