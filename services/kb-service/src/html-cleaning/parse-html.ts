import { AppError } from '@guidepost/service-kit';
import type { ChildNode, Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** Deeper than browsers show; walking a document recurses. */
const MAX_DEPTH = 500;

export interface ParseOptions {
  place: string;
  /** In XHTML `<a id="x" />` closes itself, in HTML it does not. */
  xhtml?: boolean;
}

/** @throws AppError `invalid` if elements are nested too deeply */
export function parseHtml(html: string, { place, xhtml = false }: ParseOptions): Document {
  const document = parseDocument(html, { recognizeSelfClosing: xhtml, recognizeCDATA: xhtml });
  if (isTooDeep(document)) {
    throw new AppError('invalid', `${place}: elements are nested more than ${MAX_DEPTH} deep`);
  }
  return document;
}

function isTooDeep(document: Document): boolean {
  let level: ChildNode[] = document.children;
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return true;
}
