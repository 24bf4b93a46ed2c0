import { extname } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import type { Document } from 'domhandler';
import { parseHtml } from '../../../../html-cleaning/parse-html.ts';
import { decodeText } from '../../decode.ts';
import { type Page, readPage } from '../page.ts';

/** The prescan of the HTML standard. */
const SNIFFED_BYTES = 1024;

const BYTE_ORDER_MARKS: [encoding: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const XML_DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,40})/i;
const META_CHARSET = /<meta\s[^>]{0,400}?charset\s*=\s*["']?\s*([^\s"'/>;]{1,40})/i;

/** @throws AppError `invalid` if the file is truncated or not in its encoding */
export function readHtmlPage(bytes: Uint8Array, path: string): Page {
  const html = decodeHtml(bytes, path);
  const document = parseHtml(html, { place: path, xhtml: isXhtml(html, path) });
  refuseCutShort(document, html, path);
  return readPage(document);
}

function refuseCutShort(document: Document, html: string, path: string): void {
  const opened = document.children.some((node) => node.type === 'tag' && node.name === 'html');
  if (opened && !/<\/html\s*>/i.test(html)) {
    throw new AppError('invalid', `${path}: truncated, </html> is missing`);
  }
}

function isXhtml(html: string, path: string): boolean {
  return extname(path).toLowerCase() === '.xhtml' || /^\s*<\?xml\s/.test(html);
}

/**
 * Decodes by byte order mark, `<meta>` or XML declaration, else as UTF-8.
 * @throws AppError `invalid` with the file, the encoding and the offset of the first invalid byte
 */
export function decodeHtml(bytes: Uint8Array, place: string): string {
  return decodeText(bytes, markedEncoding(bytes) ?? declaredEncoding(bytes) ?? 'utf-8', place);
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const found = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return found?.[0];
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, SNIFFED_BYTES)).toString('latin1');
  const label = XML_DECLARATION.exec(head)?.[1] ?? META_CHARSET.exec(head)?.[1];
  // A declaration that is readable as ASCII cannot be UTF-16.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label?.trim();
}
