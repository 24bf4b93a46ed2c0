import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { parseHtml } from '../../../../cleaning/parse-html.ts';
import { renderImportedMarkdown } from '../../../../markdown/render-markdown.ts';
import { decodeText } from '../../decode.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { type Page, type PageOrigin, readFragment } from '../page.ts';
import { unfoldComponents } from './unfold-components.ts';

/** Bytes; content cannot be larger. */
const MAX_BYTES = 7_000_000;

/** @throws AppError `invalid` with the file and, if known, the line */
export function readMarkdownPage(bytes: Uint8Array, { path, language, variables }: PageOrigin): Page {
  if (bytes.length > MAX_BYTES) {
    throw new AppError(
      'invalid',
      `${path}: the file has ${bytes.length} bytes, at most ${MAX_BYTES} are allowed`,
    );
  }
  const { front, text } = splitFrontMatter(decodeText(bytes, 'utf-8', path), path);
  const { html, notation } = renderImportedMarkdown(text, language, variables);
  const document = parseHtml(html, { place: path });
  unfoldComponents(document, language);
  const title = front.title && foldWhiteSpace(front.title);
  return {
    ...readFragment(document, title),
    keywords: (front.tags ?? []).map(foldWhiteSpace),
    notation,
  };
}
