import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/settings.ts';
import { type PlantedTree, plantTree } from './planted-tree.ts';

/** Files of more than 300 lines, each with the reason why it stays whole. */
const LONG_FILES: Readonly<Record<string, string>> = {
  'services/forum-service/src/testing/discourse-backup.ts': 'the tables of a backup, one after the other',
};

/** As many files may have fewer than 30 lines. The number falls with them and never rises. */
const MOST_SHORT_FILES = 60;

/** So many may go before the number has to fall: branches that remove some do not wait for each other. */
const SLACK = 5;

/** Files that are short or long by their nature. */
const EXEMPT = /\.test\.ts$|\.d\.ts$|^(?:index|main|migrations|schema|version)\.ts$/;

interface SourceFile {
  path: string;
  lines: number;
}

function readSources(root: string): SourceFile[] {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/generated/**'];
  return globSync('{packages,services,infra}/**/*.ts', { cwd: root, exclude })
    .filter((path) => !EXEMPT.test(basename(path)))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n').length - 1 }));
}

function complaintsAboutLength(sources: SourceFile[], reasons: Readonly<Record<string, string>>): string[] {
  const long = sources.filter(({ lines }) => lines > 300);
  const unlisted = long.filter(({ path }) => !(path in reasons));
  const outdated = Object.keys(reasons).filter((path) => !long.some((file) => file.path === path));
  return [
    ...unlisted.map(
      ({ path, lines }) => `${path} has ${lines} lines: split it by subject, or give LONG_FILES a reason.`,
    ),
    ...outdated.map((path) => `${path} has no more than 300 lines: remove it from LONG_FILES.`),
  ];
}

function complaintsAboutShortFiles(sources: SourceFile[], most: number): string[] {
  const short = sources.filter(({ lines }) => lines < 30).map(({ path }) => path);
  if (short.length < most - SLACK)
    return [`Only ${short.length} files have fewer than 30 lines: lower MOST_SHORT_FILES to that.`];
  if (short.length <= most) return [];
  return [
    `${short.length} files have fewer than 30 lines, and ${most} may: move a new one into the chapter that reads it, or another one, so that the number stays.`,
    ...short.toSorted(),
  ];
}

describe('source files', () => {
  const sources = readSources(ROOT);

  it('have at most 300 lines, or a reason', () => {
    expect(complaintsAboutLength(sources, LONG_FILES)).toEqual([]);
  });

  it('seldom have fewer than 30 lines', () => {
    expect(complaintsAboutShortFiles(sources, MOST_SHORT_FILES)).toEqual([]);
  });
});

describe('the check of chapters', () => {
  let tree: PlantedTree;
  let planted: SourceFile[];

  beforeAll(async () => {
    tree = await plantTree({
      'packages/http/src/300-lines.ts': '\n'.repeat(300),
      'packages/http/src/301-lines.ts': '\n'.repeat(301),
      'services/kb/src/29-lines.ts': '\n'.repeat(29),
      'services/kb/src/30-lines.ts': '\n'.repeat(30),
      'services/kb/src/301-lines.test.ts': '\n'.repeat(301),
      'services/kb/src/index.ts': '\n',
      'services/kb/node_modules/other/29-lines.ts': '\n'.repeat(29),
    });
    planted = readSources(tree.folder);
  });

  afterAll(() => tree.remove());

  it('names a file of more than 300 lines without a reason, but no test', () => {
    expect(complaintsAboutLength(planted, {})).toEqual([
      expect.stringContaining('packages/http/src/301-lines.ts has 301 lines'),
    ]);
  });

  it('names a reason that is no longer needed', () => {
    const reasons = { 'packages/http/src/301-lines.ts': 'whole', 'packages/http/src/300-lines.ts': 'whole' };
    expect(complaintsAboutLength(planted, reasons)).toEqual([
      expect.stringContaining('packages/http/src/300-lines.ts has no more than 300 lines'),
    ]);
  });

  it.each([
    ['a file of fewer than 30 lines too many, with all that there are', 0, /^1 files/],
    ['none at the limit', 1, undefined],
    ['none while few have gone', 1 + SLACK, undefined],
    ['a limit that must fall', 2 + SLACK, /^Only 1 files/],
  ])('names %s', (_, most, expected) => {
    const [complaint, ...paths] = complaintsAboutShortFiles(planted, most);
    expect(complaint ?? '').toMatch(expected ?? /^$/);
    expect(paths).toEqual(most === 0 ? ['services/kb/src/29-lines.ts'] : []);
  });
});
