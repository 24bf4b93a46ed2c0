import { ENDINGS } from '@guidepost/files/types';
import { sizeIn } from '@guidepost/i18n';
import { type FileIdentity, fileAddress } from '../model/file-address.ts';

/** A stored file that readers download. */
export interface DownloadFile extends FileIdentity {
  name: string;
  /** In bytes. */
  size: number;
}

/** How many files the links of a guide may lead to. */
export const MOST_FILES = 50;

/** A link to a file with all that is in it. Links do not nest, and clean content closes each. */
const LINK = /<a class="file" href="\/files\/([A-Za-z0-9_-]{22})\/[^"]*"([^>]*)>(.*?)<\/a>/gs;

/** The end of a text that says what a file is: `(PDF, 1.2 MB)`, in any language. */
const LABEL = /^\([A-Z0-9]{2,5}, \p{N}[\p{N}.,'’\s]{0,12}[\p{L}.]{1,8}\)$/u;
const LONGEST_LABEL = 40;

/** `PDF, 1.2 MB`, in a language by ISO 639-1 */
function describeFile(
  { media_type, size }: Pick<DownloadFile, 'media_type' | 'size'>,
  language: string,
): string {
  return `${(ENDINGS[media_type] ?? '').toUpperCase()}, ${sizeIn(language, size)}`;
}

/** The text of a link that says nothing about its file yet, with its type and size. */
function withLabel(text: string, file: Pick<DownloadFile, 'media_type' | 'size'>, language: string): string {
  return `${withoutLabel(text)} (${describeFile(file, language)})`;
}

function withoutLabel(text: string): string {
  const whole = text.trimEnd();
  const start = whole.lastIndexOf('(');
  const isLabelled = start >= 0 && whole.length - start <= LONGEST_LABEL && LABEL.test(whole.slice(start));
  return isLabelled ? whole.slice(0, start).trimEnd() : text;
}

/**
 * Clean content in which each link to a file says its type and size, whatever was written, and has its address. Links
 * to files that are unknown become text.
 */
export function describeLinks(
  contentHtml: string,
  files: ReadonlyMap<string, DownloadFile>,
  language: string,
): string {
  return contentHtml.replace(LINK, (_, token: string, attributes: string, inner: string) => {
    const file = files.get(token);
    const text = withoutLabel(inner);
    if (!file) return text;
    const shown = text.trim() === '' ? escaped(file.name) : text;
    return `<a class="file" href="${fileAddress(file)}"${attributes}>${shown} (${describeFile(file, language)})</a>`;
  });
}

/** A link to a file, as the editor inserts it. */
export function describeLink(file: DownloadFile, language: string): { text: string; html: string } {
  const text = withLabel(file.name, file, language);
  return { text, html: `<a class="file" href="${fileAddress(file)}">${escaped(text)}</a>` };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
