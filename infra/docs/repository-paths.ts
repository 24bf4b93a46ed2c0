import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders as in `http/admit.ts`, `packages/http` or `src/tests/`; other names may be readers' own. */
const PATH =
  /^(?:(?:packages|services|infra)\/[\w./-]+|(?:[\w-]+\/)*[\w-][\w.-]*\.(?:ts|sql|mjs|eta)|(?:[\w-]+\/)+)$/;

/** A part of a path that a command takes: `npm test -- infra/checks`. */
const ARGUMENT = /npm (?:test|run mutants) -- (\w[\w./-]*)/g;

/** The same in a comment, with or without backticks. */
const IN_COMMENT =
  /(?<![\w./@$<>*{}%:-])(?:(?:packages|services|infra)\/[\w./-]*\w|(?:[\w-]+\/)*[\w-][\w.-]*\.(?:ts|sql|mjs|eta))(?![\w/*<])/g;

/** The paths that a page of the documentation names, and those of which its commands take a part. */
export function pathsInPage(page: string): { paths: string[]; parts: string[] } {
  const spans = [...page.matchAll(/`([^`\s]+)`/g)].map(([, span = '']) => span);
  return {
    paths: spans.filter((span) => PATH.test(span) && !span.includes('/dist/')),
    parts: [...page.matchAll(ARGUMENT)].map(([, part = '']) => part),
  };
}

export interface CommentLine {
  /** From 1. */
  number: number;
  text: string;
}

/** The lines of a source that are comments, of TypeScript or of SQL. */
export function commentLines(source: string): CommentLine[] {
  return source
    .split('\n')
    .map((text, index) => ({ number: index + 1, text }))
    .filter(({ text }) => /^\s*(?:\/\/|\/\*\*|\*|--)/.test(text));
}

/** The paths that a comment names. */
export function pathsInComment(comment: string): string[] {
  return comment.match(IN_COMMENT) ?? [];
}

/** Finds files and folders below a root. Names may begin anywhere below it, such as below the `src` of a service. */
export function createPathFinder(root: string) {
  const files = globSync('{packages,services,infra}/**/*.*', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  });
  return {
    files,
    isThere: (path: string): boolean =>
      existsSync(join(root, path)) ||
      files.some((file) => file.endsWith(`/${path}`) || file.includes(`/${path.replace(/\/?$/, '/')}`)),
    isPartOfOne: (part: string): boolean => files.some((file) => file.includes(part)),
  };
}
