import { answering, createThreads } from '@guidepost/service-kit';
import type { HtmlToWrite } from './write-markdown.ts';

/** UTF-16 units of HTML that are written in a few milliseconds. */
const SHORT = 4_000;

/**
 * For threads, which load this module as well. What writes Markdown takes memory that many services never need, so it
 * is loaded at the first use.
 */
export const write = answering(async (content: HtmlToWrite) => {
  const { writeMarkdown } = await import('./write-markdown.ts');
  return writeMarkdown(content);
});

const runTask = createThreads({
  tasks: { write },
  module: new URL(import.meta.url),
  timeout: 30_000,
  tooMuch: 'This page is too long to be written as Markdown.',
  busy: 'Too many long pages are being written as Markdown at the moment.',
});

/**
 * The Markdown of cleaned HTML, written on another thread if it is long.
 * @throws AppError `invalid` if it takes too much time, `unavailable` if too many others wait
 */
export function writeContent(content: HtmlToWrite): Promise<string> {
  return runTask('write', content, { isShort: content.html.length <= SHORT });
}
