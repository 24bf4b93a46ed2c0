import { render } from 'dom-serializer';
import type { Element, ParentNode } from 'domhandler';
import { findAll, getElementsByTagName, removeElement } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { joinTelephoneNumbers } from './addresses.ts';
import { CLEANING, DROPPED_WITH_CONTENT, isShownImage } from './allowed-markup.ts';
import { candidatesOf, revealLateMedia, setAddress } from './late-media.ts';
import { modernizeMarkup } from './modern-markup.ts';
import type { RemovedMarkup } from './removed-markup.ts';
import { compareTallies, tallyMarkup } from './tally.ts';
import { removeForeignMedia, secureVideoFrames } from './videos.ts';

// CommonJS that requires the ES module htmlparser2: Jest can load it only after that has been evaluated.
const { default: sanitizeHtml } = await import('sanitize-html');

/** Raised when the output of cleaning changes, so that the next import cleans all guides again. */
export const CLEANER_VERSION = 4;

export interface CleanContent {
  html: string;
  removed: RemovedMarkup;
}

const dropped = new Set(DROPPED_WITH_CONTENT);

/**
 * Cleans the children of `root`, which it consumes. Only the allow-list of the last step makes HTML safe; the steps
 * before preserve what they can.
 */
export function cleanContent(root: ParentNode): CleanContent {
  modernizeMarkup(root);
  revealLateMedia(root);
  for (const image of getElementsByTagName('img', root)) chooseAddress(image);
  secureVideoFrames(root);
  joinTelephoneNumbers(root);
  const before = tallyMarkup(root);
  removeForeignMedia(root);
  for (const element of findAll(({ name }) => dropped.has(name), root.children)) removeElement(element);
  const html = sanitizeHtml(render(root.children, { encodeEntities: 'utf8' }), CLEANING).trim();
  return { html, removed: compareTallies(before, tallyMarkup(parseDocument(html))) };
}

/** The first address from which pages may show an image. */
function chooseAddress(image: Element): void {
  const chosen = candidatesOf(image).find(({ address }) => isShownImage(address));
  if (chosen && chosen.address !== image.attribs.src) setAddress(image, chosen.address);
}
