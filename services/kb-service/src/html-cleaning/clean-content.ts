import { render } from 'dom-serializer';
import { type Document, DomHandler, type Element, type ParentNode } from 'domhandler';
import { findAll, getElementsByTagName, removeElement } from 'domutils';
import { Parser } from 'htmlparser2';
import { joinTelephoneNumbers } from './addresses.ts';
import { CLEANING, DROPPED_WITH_CONTENT, isShownImage } from './allowed-markup.ts';
import { settleAnchors } from './anchors.ts';
import { linkForeignMedia } from './foreign-media.ts';
import { candidatesOf, revealLateMedia, setAddress } from './late-media.ts';
import { modernizeMarkup } from './modern-markup.ts';
import type { RemovedMarkup } from './removed-markup.ts';
import { compareTallies, tallyMarkup } from './tally.ts';
import { secureVideoFrames } from './videos.ts';

// CommonJS that requires the ES module htmlparser2: Jest can load it only after that has been evaluated.
const { default: sanitizeHtml } = await import('sanitize-html');

/** Raised when the output of cleaning changes, so that the next import cleans all guides again. */
export const CLEANER_VERSION = 5;

export interface CleanContent {
  html: string;
  removed: RemovedMarkup;
}

/** Twice is enough for all that is known. */
const MOST_TIMES = 4;

const dropped = new Set(DROPPED_WITH_CONTENT);

/**
 * Cleans the children of `root`, which it consumes. Only the allow-list of the last step makes HTML safe; the steps
 * before preserve what they can.
 */
export function cleanContent(root: ParentNode): CleanContent {
  modernizeMarkup(root);
  settleAnchors(root);
  revealLateMedia(root);
  for (const image of getElementsByTagName('img', root)) chooseAddress(image);
  secureVideoFrames(root);
  joinTelephoneNumbers(root);
  const before = tallyMarkup(root);
  const linked = linkForeignMedia(root);
  for (const element of findAll(({ name }) => dropped.has(name), root.children)) removeElement(element);
  const { html, document } = sanitize(render(root.children, { encodeEntities: 'utf8' }));
  return { html, removed: { ...compareTallies(before, tallyMarkup(document), linked), linked } };
}

interface Sanitized {
  html: string;
  document: Document;
}

/**
 * Without a disallowed element around them, elements may not stand where they do, such as a table in a paragraph.
 * Cleaning once more moves them as browsers would.
 */
function sanitize(markup: string, times = 1): Sanitized {
  const html = sanitizeHtml(markup, CLEANING).trim();
  const handler = new TagReader();
  new Parser(handler).end(html);
  return handler.isWellFormed || times === MOST_TIMES
    ? { html, document: handler.root }
    : sanitize(html, times + 1);
}

/** Notes whether each element has its tags. */
class TagReader extends DomHandler {
  isWellFormed = true;

  override onopentag(name: string, attributes: Record<string, string>, isImplied = false): void {
    if (isImplied) this.isWellFormed = false;
    super.onopentag(name, attributes);
  }

  override onclosetag(name = '', isImplied = false): void {
    if (isImplied && !CLEANING.selfClosing?.includes(name)) this.isWellFormed = false;
    super.onclosetag();
  }
}

/** The first address from which pages may show an image. */
function chooseAddress(image: Element): void {
  const chosen = candidatesOf(image).find(({ address }) => isShownImage(address));
  if (chosen && chosen.address !== image.attribs.src) setAddress(image, chosen.address);
}
