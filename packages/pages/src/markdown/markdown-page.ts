import { type HeaderFields, parseMediaRanges, type Representation } from '@guidepost/http';
import type { PageCall, PageKind, PublicSite } from '../page.ts';
import { DATA_HEADERS } from '../page-headers.ts';

export interface MarkdownPage {
  /** Plain text. */
  title: string;
  /** The canonical absolute URL of the page for people, if the configuration determines one. */
  address: string | undefined;
  updated?: Date | undefined;
  /** ISO 639-1. */
  language: string;
  /** Markdown without a heading of the first level. */
  text: string;
}

const MARKDOWN_HEADERS: HeaderFields = Object.freeze({
  ...DATA_HEADERS,
  'Content-Type': 'text/markdown; charset=utf-8',
  Vary: 'Accept, Accept-Encoding',
});

const ENDING = '.md';

/** Characters that mean something in the text of Markdown. */
const MARKS = /[\\`*_[\]<>#|~&]/g;

export function representMarkdown(page: MarkdownPage): Representation {
  return { status: 200, headers: MARKDOWN_HEADERS, body: markdownText(page) };
}

/** A page for programs: its title, where it is from, and its text. */
export function markdownText({ title, address, updated, language, text }: MarkdownPage): string {
  const facts = [
    address && `Source: ${address}`,
    updated && `Updated ${updated.toISOString().slice(0, 10)}`,
    `Language ${language}`,
  ];
  const parts = [`# ${escapeMarkdown(title)}`, facts.filter(Boolean).join(' · '), text.trim()];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** A text for programs about a whole site, such as `llms.txt`. */
export function representText(body: string): Representation {
  return { status: 200, headers: { ...DATA_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' }, body };
}

/** @param language ISO 639-1 */
export function firstSentence(text: string, language: string): string {
  const [first] = new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text);
  return (first?.segment ?? text).trim();
}

/** Plain text in one line of Markdown. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replaceAll(MARKS, String.raw`\$&`);
}

/** Whether Markdown is preferred to HTML by the weights of `Accept` (RFC 9110 §12.5.1). */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (!accept?.includes('markdown')) return false;
  const ranges = parseMediaRanges(accept);
  const weightOf = (...types: string[]) =>
    types.map((type) => ranges.find((range) => range.type === type)).find(Boolean)?.weight ?? 0;
  return weightOf('text/markdown') > weightOf('text/html', 'text/*', '*/*');
}

/** The call for the page itself if the last part of the path ends in `.md`. */
export function withoutMarkdownEnding<Site extends PublicSite, Call extends PageCall<Site>>(
  call: Call,
  name: string,
): Call | undefined {
  const value = call.path[name];
  if (!value?.endsWith(ENDING)) return undefined;
  return { ...call, path: { ...call.path, [name]: value.slice(0, -ENDING.length) } };
}

/** How a page is answered in Markdown; kept apart from its HTML. */
export function asMarkdown<Site extends PublicSite>({
  markdown,
  keptAs,
}: PageKind<Site>): PageKind<Site> | undefined {
  if (!markdown) return undefined;
  return {
    read: markdown,
    keptAs: (call) => {
      const kept = keptAs?.(call);
      return kept === undefined ? undefined : `${kept}${ENDING}`;
    },
  };
}
