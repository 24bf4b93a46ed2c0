import { readHtml } from '@guidepost/search';
import { AppError, answering } from '@guidepost/service-kit';
import { type Document, Text } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { cleanContent } from '../cleaning/clean-content.ts';
import { parseHtml } from '../cleaning/parse-html.ts';
import type { RemovedMarkup } from '../cleaning/removed-markup.ts';
import { rewrite } from '../cleaning/rewrite.ts';
import { type ComparedText, markDifferences } from '../comparing/mark-differences.ts';
import type { MarkWords } from '../comparing/mark-runs.ts';
import { fileTokens } from '../files/content-files.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { isFileAddress } from '../model/file-address.ts';
import { contentBytes, MAX_BYTES } from './guide-limits.ts';

export interface WrittenContent {
  html: string;
  /** The part before `/files/…` that stored images and files may have. */
  filesUrl?: string | undefined;
  /** Tokens of stored images that are replaced by their texts. */
  missingImages?: readonly string[];
}

export interface EditedContent {
  contentHtml: string;
  contentBytes: number;
  removed: RemovedMarkup;
  /** Tokens of the stored images and files in it. */
  files: string[];
}

// The work that takes long for long texts, for threads.ts; short ones are worked on at once.

export const clean = answering(({ html, filesUrl, missingImages = [] }: WrittenContent): EditedContent => {
  const root = parseHtml(html, { place: 'content' });
  if (missingImages.length > 0) removeImages(root, missingImages);
  for (const image of getElementsByTagName('img', root)) putAddressFirst(image, filesUrl);
  for (const link of getElementsByTagName('a', root)) {
    const { href } = link.attribs;
    if (href !== undefined) link.attribs.href = pathOf(href, filesUrl);
  }
  const { html: contentHtml, removed } = cleanContent(root);
  const bytes = contentBytes(contentHtml);
  if (bytes <= MAX_BYTES) {
    return { contentHtml, contentBytes: bytes, removed, files: fileTokens(contentHtml) };
  }
  throw new AppError('invalid', `The content has ${bytes} bytes, at most ${MAX_BYTES} are allowed.`);
});

export const convert = answering(({ markdown, language }: { markdown: string; language: string }) =>
  renderMarkdown(markdown, language),
);

export interface ComparedTexts {
  before: ComparedText;
  after: ComparedText;
  words: MarkWords;
}

export const compare = answering(({ before, after, words }: ComparedTexts) =>
  markDifferences(before, after, words),
);

/** Those of the passages that the text has; white space does not count, so that passages may go across blocks. */
export const find = answering(({ html, passages }: { html: string; passages: readonly string[] }) => {
  const parts: string[] = [];
  readHtml(html, { text: (part) => parts.push(part), breakLine() {}, open() {}, close() {} });
  const text = withoutSpace(parts.join(''));
  return passages.filter((passage) => text.includes(withoutSpace(passage)));
});

function withoutSpace(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/** Stored images are found in content by `<img src="/files/…`. */
function putAddressFirst(image: { attribs: Record<string, string> }, filesUrl: string | undefined): void {
  const { src: written = '', ...others } = image.attribs;
  const src = pathOf(written, filesUrl);
  if (isFileAddress(src)) image.attribs = { src, ...others };
}

function pathOf(address: string, filesUrl: string | undefined): string {
  return filesUrl && address.startsWith(`${filesUrl}/files/`) ? address.slice(filesUrl.length) : address;
}

function removeImages(root: Document, tokens: readonly string[]): void {
  rewrite(root, {
    enter({ name, attribs: { src = '', alt = '' } }) {
      const isMissing = name === 'img' && tokens.some((token) => src.startsWith(`/files/${token}.`));
      return isMissing ? [new Text(alt)] : undefined;
    },
  });
}
