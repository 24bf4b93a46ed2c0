import { AppError } from '@guidepost/service-kit';
import type { ChildNode, Document } from 'domhandler';
import { parseDocument } from 'htmlparser2';

/** More than any browser shows; the functions that walk a document call themselves once a level. */
const DEEPEST = 500;

export interface ParseOptions {
  /** For messages. */
  place: string;
  /** XHTML closes `<a id="x" />`; HTML does not. */
  xhtml?: boolean;
}

/** @throws AppError `invalid` when elements are nested too deep to be walked */
export function parseHtml(html: string, { place, xhtml = false }: ParseOptions): Document {
  const document = parseDocument(html, { recognizeSelfClosing: xhtml, recognizeCDATA: xhtml });
  if (isTooDeep(document)) {
    throw new AppError('invalid', `${place}: elements are nested more than ${DEEPEST} deep`);
  }
  return document;
}

function isTooDeep(document: Document): boolean {
  let level: ChildNode[] = document.children;
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    if (level.length === 0) return false;
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return true;
}
