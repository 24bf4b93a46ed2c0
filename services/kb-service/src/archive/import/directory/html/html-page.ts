import { extname } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import type { Document } from 'domhandler';
import { parseHtml } from '../../cleaning/parse-html.ts';
import { type Page, readPage } from '../page.ts';
import { decodeHtml } from './encoding.ts';

/**
 * Reads an HTML file.
 *
 * @throws AppError `invalid` naming the file when it is cut short or not in its encoding
 */
export function readHtmlPage(bytes: Uint8Array, path: string): Page {
  const html = decodeHtml(bytes, path);
  const document = parseHtml(html, { place: path, xhtml: isXhtml(html, path) });
  refuseCutShort(document, html, path);
  return readPage(document);
}

function refuseCutShort(document: Document, html: string, path: string): void {
  const opened = document.children.some((node) => node.type === 'tag' && node.name === 'html');
  if (opened && !/<\/html\s*>/i.test(html)) {
    throw new AppError('invalid', `${path}: cut short, </html> is missing`);
  }
}

function isXhtml(html: string, path: string): boolean {
  return extname(path).toLowerCase() === '.xhtml' || /^\s*<\?xml\s/.test(html);
}
