import { render } from 'dom-serializer';
import type { Element, ParentNode } from 'domhandler';
import { findAll, getElementsByTagName } from 'domutils';
import { Parser } from 'htmlparser2';
import { joinTelephoneNumbers, markFileLinks, settleAnchors } from './addresses.ts';
import { CLEANING, DROPPED_WITH_CONTENT, isShownImage, isUseless } from './allowed-markup.ts';
import { linkForeignMedia } from './foreign-media.ts';
import { demoteHeadings } from './headings.ts';
import { candidatesOf, revealLateMedia, setAddress } from './late-media.ts';
import { mendStructure } from './mend-structure.ts';
import {
  compareTallies,
  createTally,
  type RemovedMarkup,
  type Tally,
  tallyElement,
  tallyMarkup,
} from './removed-markup.ts';
import { rewrite } from './rewrite.ts';
import { secureVideoFrames } from './videos.ts';

const MODERN_NAMES: Record<string, string> = {
  acronym: 'abbr',
  address: 'div',
  article: 'div',
  aside: 'div',
  big: 'span',
  center: 'div',
  dir: 'ul',
  fieldset: 'div',
  font: 'span',
  footer: 'div',
  header: 'div',
  hgroup: 'div',
  main: 'div',
  menu: 'ul',
  strike: 's',
  tt: 'code',
};

const TEXT_ALIGN = /(?:^|;)\s*text-align\s*:\s*(left|center|right)\s*(?:;|$)/i;

// CommonJS that requires the ES module htmlparser2: Jest can load it only after that has been evaluated.
const { default: sanitizeHtml } = await import('sanitize-html');

/** Raised when the output of cleaning changes, so that the next import cleans all guides again. */
export const CLEANER_VERSION = 8;

export interface CleanContent {
  html: string;
  removed: RemovedMarkup;
}

/** Twice is enough for all that is known. */
const MOST_TIMES = 4;

const dropped = new Set(DROPPED_WITH_CONTENT);

/**
 * Cleans the children of `root`, which it consumes. Only the allow-list of the last step makes HTML safe (S2);
 * the steps before preserve what they can.
 */
export function cleanContent(root: ParentNode): CleanContent {
  modernizeMarkup(root);
  settleAnchors(root);
  mendStructure(root);
  revealLateMedia(root);
  for (const image of getElementsByTagName('img', root)) chooseAddress(image);
  secureVideoFrames(root);
  joinTelephoneNumbers(root);
  markFileLinks(root);
  const before = tallyMarkup(root);
  const linked = linkForeignMedia(root);
  rewrite(root, { enter: ({ name }) => (dropped.has(name) ? [] : undefined) });
  const markup = render(root.children, { encodeEntities: 'utf8' });
  root.children = []; // frees half of the memory
  const { html, tally } = sanitize(markup);
  const removed = { ...compareTallies(before, tally, linked), linked };
  return { html: demoteHeadings(html), removed };
}

interface Sanitized {
  html: string;
  tally: Tally;
}

/**
 * Without a disallowed element around them, elements may not stand where they do, such as a table in a paragraph.
 * Cleaning once more moves them as browsers would.
 */
function sanitize(markup: string, times = 1): Sanitized {
  const html = sanitizeHtml(markup, CLEANING).trim();
  const { isWellFormed, useless, tally } = readSanitized(html);
  if (!isWellFormed && times < MOST_TIMES) return sanitize(html, times + 1);
  let kept = 0;
  const parts = useless.map(({ from, to }) => {
    const part = html.slice(kept, from);
    kept = to;
    return part;
  });
  return { html: (parts.join('') + html.slice(kept)).trim(), tally };
}

/** Finds useless elements, which the library removes too, but in quadratic time. */
function readSanitized(html: string) {
  const found = {
    isWellFormed: true,
    useless: [] as { from: number; to: number }[],
    tally: createTally(),
  };
  let useless: { from: number; depth: number } | undefined;
  const handler = {
    onopentag(name: string, attribs: Record<string, string>, isImplied: boolean) {
      if (isImplied) found.isWellFormed = false;
      if (useless) useless.depth += 1;
      else if (isUseless({ name, attribs })) useless = { from: parser.startIndex, depth: 1 };
      else tallyElement(found.tally, { name, attribs });
    },
    onclosetag(name: string, isImplied: boolean) {
      if (isImplied && !CLEANING.selfClosing?.includes(name)) found.isWellFormed = false;
      if (!useless) return;
      useless.depth -= 1;
      if (useless.depth > 0) return;
      found.useless.push({ from: useless.from, to: parser.endIndex + 1 });
      useless = undefined;
    },
  };
  const parser = new Parser(handler);
  parser.end(html);
  return found;
}

/** The first address from which pages may show an image. */
function chooseAddress(image: Element): void {
  const chosen = candidatesOf(image).find(({ address }) => isShownImage(address));
  if (chosen && chosen.address !== image.attribs.src) setAddress(image, chosen.address);
}

function modernizeMarkup(root: ParentNode): void {
  for (const element of findAll(() => true, root.children)) {
    if (Object.hasOwn(MODERN_NAMES, element.name)) element.name = MODERN_NAMES[element.name] ?? element.name;
    if (element.name === 'td' || element.name === 'th') alignCell(element);
  }
}

/** Replaces inline styles, which pages do not allow, by an attribute. */
function alignCell({ attribs }: Element): void {
  const { style = '' } = attribs;
  const [declaration, alignment] = TEXT_ALIGN.exec(style) ?? [];
  if (declaration && alignment) {
    attribs.align = alignment;
    attribs.style = style.replace(declaration, ';');
    if (/^[\s;]*$/.test(attribs.style)) delete attribs.style;
  }
  if (attribs.align) attribs.align = attribs.align.toLowerCase();
}
