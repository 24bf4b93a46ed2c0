import GithubSlugger from 'github-slugger';
import { Parser } from 'htmlparser2';
import { isFileAddress } from '../../files/file-address.ts';
import type { ForeignContent } from './foreign-content.ts';

/** A heading that a table of contents leads to. */
export interface Heading {
  level: 2 | 3;
  id: string;
  text: string;
}

/** A guide's content as its page shows it. */
export interface PageContent {
  html: string;
  headings: Heading[];
  /** The address of the first image of ours, on this service. */
  picture: string | undefined;
  /** What has to be loaded from elsewhere. */
  foreign: ForeignContent[];
}

/** Something to be put into the content, at an offset. */
interface Insertion {
  at: number;
  text: string;
}

/** A heading as the parser meets it. */
interface OpenHeading extends Omit<Heading, 'id'> {
  id: string | undefined;
  /** Where an attribute can be put into its tag. */
  at: number;
}

/** What there is in the content. */
interface Findings {
  insertions: Insertion[];
  headings: OpenHeading[];
  ids: string[];
  /** Addresses of images, in order. */
  images: string[];
  foreign: Set<ForeignContent>;
}

const HAS_LETTERS = /[\p{L}\p{N}]/u;

/** What is wider than a page scrolls by itself; these name it to those who cannot see it. */
export interface ScrollerNames {
  table: string;
  code: string;
}

/** A place that scrolls has to be reached by keyboard. */
function scrollerAttributes(name: string): string {
  return ` tabindex="0" role="group" aria-label="${name}"`;
}

/** Elements that play something from elsewhere. */
const PLAYERS = new Map<string, ForeignContent>([
  ['audio', 'media'],
  ['iframe', 'frames'],
  ['source', 'media'],
  ['video', 'media'],
]);

/**
 * Prepares clean content for a page: headings get ids to be linked to, tables a frame to scroll in, code can be scrolled
 * by keyboard, and images below the first are loaded when they are about to be seen. Everything else stays byte for byte.
 */
export function prepareContent(contentHtml: string, names: ScrollerNames): PageContent {
  const { insertions, headings, ids, images, foreign } = readContent(contentHtml, names);
  const slugger = new GithubSlugger();
  for (const id of ids) slugger.slug(id);
  const named = headings.map(({ level, id, text, at }) => {
    const name = id ?? slugger.slug(text);
    if (id === undefined) insertions.push({ at, text: ` id="${name}"` });
    return { level, id: name, text };
  });
  const html = withInsertions(contentHtml, insertions);
  return { html, headings: named, picture: images.find(isFileAddress), foreign: [...foreign] };
}

function readContent(contentHtml: string, names: ScrollerNames): Findings {
  const found: Findings = { insertions: [], headings: [], ids: [], images: [], foreign: new Set() };
  let open: OpenHeading | undefined;
  let tables = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { startIndex } = parser;
      const at = startIndex + 1 + name.length;
      noteElement(found, { name, attributes, at });
      if (name === 'pre') found.insertions.push({ at, text: scrollerAttributes(names.code) });
      if (isListed(name)) open = { level: name === 'h2' ? 2 : 3, id: attributes.id, at, text: '' };
      if (name === 'table' && tables++ === 0)
        found.insertions.push({
          at: startIndex,
          text: `<div class="table"${scrollerAttributes(names.table)}>`,
        });
    },
    ontext(text) {
      if (open) open.text += text;
    },
    onclosetag(name) {
      if (name === 'table' && --tables === 0)
        found.insertions.push({ at: parser.endIndex + 1, text: '</div>' });
      if (!isListed(name) || !open) return;
      open.text = open.text.trim().replace(/\s+/g, ' ');
      if (HAS_LETTERS.test(open.text)) found.headings.push(open);
      open = undefined;
    },
  });
  parser.end(contentHtml);
  return found;
}

interface OpenTag {
  name: string;
  attributes: Record<string, string>;
  /** Where an attribute can be put into it. */
  at: number;
}

function noteElement(
  { insertions, ids, images, foreign }: Findings,
  { name, attributes, at }: OpenTag,
): void {
  const { id, src = '' } = attributes;
  if (id !== undefined) ids.push(id);
  if (name === 'img') {
    if (images.length > 0) insertions.push({ at, text: ' loading="lazy"' });
    images.push(src);
    if (!isFileAddress(src)) foreign.add('images');
  }
  const played = PLAYERS.get(name);
  if (played) foreign.add(played);
}

function isListed(name: string): boolean {
  return name === 'h2' || name === 'h3';
}

function withInsertions(html: string, insertions: Insertion[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    parts.push(html.slice(done, at), text);
    done = at;
  }
  parts.push(html.slice(done));
  return parts.join('');
}
