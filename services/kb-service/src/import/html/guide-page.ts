import { basename, extname } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import type { Document } from 'domhandler';
import { cleanContent } from '../cleaning/clean-content.ts';
import { parseHtml } from '../cleaning/parse-html.ts';
import type { GuideContent, SourceTag } from '../import-source.ts';
import { slugFrom } from '../text/slug.ts';
import { foldWhiteSpace } from '../text/white-space.ts';
import { decodeHtml } from './encoding.ts';
import { type LinkMap, type LinkOrigin, rewriteLinks } from './links.ts';
import { readPage } from './page.ts';

/**
 * Makes a guide of an HTML file.
 *
 * @throws AppError `invalid` naming the file when it is cut short, empty or not in its encoding
 */
export function readGuidePage(bytes: Uint8Array, origin: LinkOrigin, links: LinkMap): GuideContent {
  const { path } = origin;
  const html = decodeHtml(bytes, path);
  const document = parseHtml(html, { place: path, xhtml: isXhtml(html, path) });
  refuseCutShort(document, html, path);
  const page = readPage(document);
  if (page.empty) throw new AppError('invalid', `${path}: there is nothing in it`);
  const broken = rewriteLinks(page.root, origin, links);
  const { html: contentHtml, removed, imagesLeftOut } = cleanContent(page.root);
  return {
    title: page.title ?? nameOfFile(path),
    contentHtml,
    published: undefined,
    keywords: toTags(page.keywords),
    findings: { removed, imagesLeftOut, brokenLinks: broken.map((href) => `${path}: ${href}`) },
  };
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

function nameOfFile(path: string): string {
  return foldWhiteSpace(basename(path, extname(path)).normalize('NFC'));
}

/** Names that differ in case or accents only are one tag; signs alone are none. */
function toTags(names: string[]): SourceTag[] {
  const tags = new Map<string, SourceTag>();
  for (const name of names) {
    const slug = slugFrom(name);
    if (slug && !tags.has(slug)) tags.set(slug, { slug, name: Array.from(name).slice(0, 200).join('') });
  }
  return [...tags.values()];
}
