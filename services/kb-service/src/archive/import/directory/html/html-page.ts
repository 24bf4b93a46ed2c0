import { extname } from 'node:path';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { type ChildNode, type Document, isCDATA, isTag, isText, Text } from 'domhandler';
import { find, replaceElement, textContent } from 'domutils';
import { parseHtml } from '../../../../cleaning/parse-html.ts';
import { countTags, type NotationFindings, noNotation } from '../../../../markdown/notation.ts';
import { decodeHtml } from '../../decode.ts';
import { splitFrontMatter } from '../front-matter.ts';
import { type Page, readPage } from '../page.ts';

const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';

/** Characters with the doctype, comments and `<html>`. */
const FIRST_TAGS = 2_000;

/** @throws AppError `invalid` if the file is truncated or not in its encoding */
export function readHtmlPage(bytes: Uint8Array, path: string): Page {
  const { front, text: html } = splitFrontMatter(decodeHtml(bytes, path), path);
  const document = parseHtml(html, { place: path, xhtml: isXhtml(html, path) });
  showCharacterData(document);
  refuseCutShort(document, html, path);
  const page = readPage(document, front.title && foldWhiteSpace(front.title));
  return {
    ...page,
    notation: notationIn(page.root.children),
    keywords: [...(front.tags ?? []).map(foldWhiteSpace), ...page.keywords],
  };
}

/** Tags of Jekyll and the like in text, but not in code. */
function notationIn(nodes: ChildNode[], notation = noNotation()): NotationFindings {
  for (const node of nodes) {
    if (isText(node)) countTags(node.data, notation);
    else if (isTag(node) && !/^(?:code|kbd|pre|samp|script|style)$/.test(node.name)) {
      notationIn(node.children, notation);
    }
  }
  return notation;
}

function refuseCutShort(document: Document, html: string, path: string): void {
  const opened = document.children.some((node) => node.type === 'tag' && node.name === 'html');
  if (opened && !/<\/html\s*>/i.test(html)) {
    throw new AppError('invalid', `${path}: truncated, </html> is missing`);
  }
}

/** HTML in the namespace of XHTML comes from programs that write XML, where `<a id="x" />` is empty as well. */
function isXhtml(html: string, path: string): boolean {
  return (
    extname(path).toLowerCase() === '.xhtml' ||
    /^\s*<\?xml\s/.test(html) ||
    html.slice(0, FIRST_TAGS).includes(XHTML_NAMESPACE)
  );
}

/** `<![CDATA[…]]>` of XHTML is text. */
function showCharacterData(document: Document): void {
  for (const section of find(isCDATA, document.children, true, Infinity)) {
    replaceElement(section, new Text(textContent(section)));
  }
}
