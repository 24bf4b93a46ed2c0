import { render } from 'dom-serializer';
import type { ParentNode } from 'domhandler';
import { findAll, removeElement } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { joinTelephoneNumbers } from './addresses.ts';
import { CLEANING, DROPPED_WITH_CONTENT } from './allowed-markup.ts';
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
  secureVideoFrames(root);
  joinTelephoneNumbers(root);
  const before = tallyMarkup(root);
  removeForeignMedia(root);
  for (const element of findAll(({ name }) => dropped.has(name), root.children)) removeElement(element);
  const html = sanitizeHtml(render(root.children, { encodeEntities: 'utf8' }), CLEANING).trim();
  return { html, removed: compareTallies(before, tallyMarkup(parseDocument(html))) };
}
