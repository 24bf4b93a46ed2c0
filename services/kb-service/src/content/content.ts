import { extname } from 'node:path';
import { AppError, createThreads } from '@guidepost/service-kit';
import type { Comparison } from '../comparing/mark-differences.ts';
import * as tasks from './work-on-content.ts';

/** UTF-16 units that take up to 30 ms, the worst markup included. */
const SHORT = 12_000;

/** The same of two texts that are compared word by word. */
const SHORT_COMPARISON = 5_000;

/** UTF-16 units: far more than content may have when it is clean. */
const LONGEST = 20_000_000;

const TOO_LONG = 'The content is too long, or has too much markup. Divide it into several guides.';

const runTask = createThreads({
  tasks,
  module: new URL(`./work-on-content${extname(import.meta.url)}`, import.meta.url),
  timeout: 30_000,
  tooMuch: TOO_LONG,
  busy: 'Too many long texts are being worked on at the moment.',
});

/** Cleans content as an import does. @throws AppError `invalid` with the field `contentHtml` */
export async function readContent(
  html: string,
  options: Omit<tasks.WrittenContent, 'html'> = {},
): Promise<tasks.EditedContent> {
  requireStorable(html);
  return ofField(runTask('clean', { ...options, html }, { isShort: html.length <= SHORT }));
}

/** Converts Markdown to HTML that is not clean yet. @throws AppError `invalid` with the field `contentHtml` */
export async function convertMarkdown(markdown: string, language: string): Promise<string> {
  requireStorable(markdown);
  return ofField(runTask('convert', { markdown, language }, { isShort: markdown.length <= SHORT }));
}

/** @returns undefined for texts that are too long to be compared, or have too much markup */
export async function compareContents(texts: tasks.ComparedTexts): Promise<Comparison | undefined> {
  const isShort = texts.before.contentHtml.length + texts.after.contentHtml.length <= SHORT_COMPARISON;
  try {
    return await runTask('compare', texts, { isShort });
  } catch (error) {
    if (error instanceof AppError && error.kind === 'invalid') return undefined;
    throw error;
  }
}

/** Those of the passages, as people see them, that the content has. */
export function findPassages(html: string, passages: readonly string[]): Promise<string[]> {
  return runTask('find', { html, passages }, { isShort: html.length <= SHORT });
}

/** PostgreSQL stores neither U+0000 nor half a character. */
function requireStorable(text: string): void {
  if (!text.isWellFormed() || text.includes('\0'))
    throw ofContent(new AppError('invalid', 'The text contains characters that cannot be stored.'));
  if (text.length > LONGEST) throw ofContent(new AppError('invalid', TOO_LONG));
}

async function ofField<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof AppError && error.kind === 'invalid' ? ofContent(error) : error;
  }
}

function ofContent(error: AppError): AppError {
  return new AppError(error.kind, error.message, { fields: { contentHtml: [error.message] }, cause: error });
}
