import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commentLines, createPathFinder, pathsInComment } from '../docs/repository-paths.ts';
import { ROOT } from '../local/settings.ts';
import { type PlantedTree, plantTree } from './planted-tree.ts';

/** Columns of a line. */
const WIDTH = 120;

/** A beginning that leaves out the noun: "Of a timer.", "What a browser does." */
const NO_NOUN = /^\s*(?:\/\/|\/?\*+|--) (?:Of|What) /;

/** Migrations are never changed, and say what was there when they were written; programs write what is generated. */
const CHECKED = /^(?!.*\/(?:migrations|generated)\/).*\.(?:ts|mjs|sql)$/;

function complaintsAboutComments(root: string): string[] {
  const { files, isThere } = createPathFinder(root);
  return files
    .filter((file) => CHECKED.test(file))
    .flatMap((file) =>
      commentLines(readFileSync(join(root, file), 'utf8')).flatMap(({ number, text }) => [
        ...(text.length > WIDTH ? [`${file}:${number} has more than ${WIDTH} columns`] : []),
        ...(NO_NOUN.test(text) ? [`${file}:${number} begins without a noun`] : []),
        ...pathsInComment(text)
          .filter((path) => !isThere(path))
          .map((path) => `${file}:${number} names ${path}, which does not exist`),
      ]),
    );
}

describe('comments', () => {
  it('have at most 120 columns, begin with a noun, and name files and folders that exist', () => {
    expect(complaintsAboutComments(ROOT)).toEqual([]);
  });
});

describe('the check of comments', () => {
  let tree: PlantedTree;

  beforeAll(async () => {
    tree = await plantTree({
      'packages/http/src/query.ts': [
        '/** Read by `server/request-listener.ts` and gone.ts. */',
        '// In packages/http/src, not in packages/gone; https://example.com/other.ts and <name>.ts are no files.',
        'export const PATH = "gone.ts";',
        `  // ${'x'.repeat(WIDTH - 5)}`,
        `  // ${'x'.repeat(WIDTH - 4)}`,
        `const LONG = '${'x'.repeat(WIDTH)}';`,
        '/** Of a query. */',
        "// What's more, it may begin so.",
      ].join('\n'),
      'packages/http/src/server/request-listener.ts': ' * As in sql/find-guide.sql.',
      'packages/http/src/sql/list.sql': '-- As in find-guide.sql.',
      'packages/http/migrations/001-first.sql': '-- As in find-guide.sql.',
    });
  });

  afterAll(() => tree.remove());

  it('names files and folders that do not exist, and comments that are too long or have no noun', () => {
    expect(complaintsAboutComments(tree.folder).toSorted()).toEqual([
      'packages/http/src/query.ts:1 names gone.ts, which does not exist',
      'packages/http/src/query.ts:2 names packages/gone, which does not exist',
      'packages/http/src/query.ts:5 has more than 120 columns',
      'packages/http/src/query.ts:7 begins without a noun',
      'packages/http/src/server/request-listener.ts:1 names sql/find-guide.sql, which does not exist',
      'packages/http/src/sql/list.sql:1 names find-guide.sql, which does not exist',
    ]);
  });
});
