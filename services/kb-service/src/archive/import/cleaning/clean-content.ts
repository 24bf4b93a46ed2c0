import { render } from 'dom-serializer';
import type { ParentNode } from 'domhandler';
import { findAll, removeElement } from 'domutils';
import { parseDocument } from 'htmlparser2';
import type { RemovedMarkup } from '../import-summary.ts';
import { joinTelephoneNumbers } from './addresses.ts';
import { CLEANING, DROPPED_WITH_CONTENT } from './allowed-markup.ts';
import { modernizeMarkup } from './modern-markup.ts';
import { compareTallies, tallyMarkup } from './tally.ts';
import { leaveOutForeignMedia, secureVideoFrames } from './videos.ts';

// CommonJS that requires the ES module htmlparser2: Jest can load it only after that has been evaluated.
const { default: sanitizeHtml } = await import('sanitize-html');

/** Raised with every change to what comes out, so that the next import cleans everything anew. */
export const CLEANER_VERSION = 4;

export interface CleanContent {
  html: string;
  removed: RemovedMarkup;
}

const dropped = new Set(DROPPED_WITH_CONTENT);

/**
 * Makes HTML that is safe to show out of whatever stands below `root`, which is used up. What decides is the
 * allow-list, in the last step; the steps before keep what can be kept.
 */
export function cleanContent(root: ParentNode): CleanContent {
  modernizeMarkup(root);
  secureVideoFrames(root);
  joinTelephoneNumbers(root);
  const before = tallyMarkup(root);
  leaveOutForeignMedia(root);
  for (const element of findAll(({ name }) => dropped.has(name), root.children)) removeElement(element);
  const html = sanitizeHtml(render(root.children, { encodeEntities: 'utf8' }), CLEANING).trim();
  return { html, removed: compareTallies(before, tallyMarkup(parseDocument(html))) };
}
