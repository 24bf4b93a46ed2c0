import type { ForeignSources } from '@guidepost/pages';
import { mapInSlices } from '@guidepost/service-kit';
import GithubSlugger from 'github-slugger';
import { Parser } from 'htmlparser2';
import { demoteHeadings } from '../../cleaning/headings.ts';
import { MEDIA_HOSTS, VIDEO_HOSTS } from '../../cleaning/videos.ts';
import { escaped } from '../../files/content-files.ts';
import { isFileAddress } from '../../model/file-address.ts';
import { type ContentWords, createReadingAids, type Insertion } from './reading-aids.ts';

/** A heading in the table of contents. */
export interface Heading {
  level: 2 | 3;
  id: string;
  text: string;
}

/** Content prepared for its page. */
export interface PageContent {
  html: string;
  headings: Heading[];
  /** The path of the first stored image. */
  picture: string | undefined;
  /** The kinds of content that are loaded from other sites. */
  foreign: ForeignContent[];
}

interface OpenHeading extends Omit<Heading, 'id'> {
  id: string | undefined;
  /** The offset for attributes in its tag. */
  at: number;
  /** The offsets of its content. */
  from: number;
  until: number;
  /** Whether there is a link in it, around which there can be no other. */
  hasLink: boolean;
}

interface Findings {
  insertions: Insertion[];
  headings: OpenHeading[];
  ids: string[];
  /** Addresses of images, in order. */
  images: string[];
  foreign: Set<ForeignContent>;
}

/** Parsed at a time, in UTF-16 units; takes a fraction of a millisecond. */
const PIECE = 16_000;

/** Elements that can be clicked themselves, or are a choice of images. */
const LINKED = new Set(['a', 'summary', 'label', 'picture']);

/** Pixels: narrower images, such as icons, are not shown larger. */
const SMALL = 100;

const HAS_LETTERS = /[\p{L}\p{N}]/u;

/** Makes a scrolling part focusable for keyboard users. */
function scrollerAttributes(name: string): string {
  return ` tabindex="0" role="group" aria-label="${name}"`;
}

const PLAYERS = new Map<string, ForeignContent>([
  ['audio', 'media'],
  ['iframe', 'frames'],
  ['source', 'media'],
  ['video', 'media'],
]);

/**
 * Prepares cleaned content for a page: headings get IDs, tables a scrolling frame, code becomes focusable, later
 * images load lazily, and screen readers get what they need. Everything else stays equal to the byte. Works in slices
 * that let the event loop run.
 * @param hasPlaces whether addresses lead to its headings, as they do on pages of readers
 */
export async function prepareContent(
  stored: string,
  words: ContentWords,
  { hasPlaces = true } = {},
): Promise<PageContent> {
  // Content that was stored before cleaning did so.
  const contentHtml = demoteHeadings(stored);
  const { insertions, headings, ids, images, foreign } = await readContent(contentHtml, words);
  const slugger = new GithubSlugger();
  await mapInSlices(ids, (id) => slugger.slug(id));
  const named = await mapInSlices(headings, ({ level, id, text, at, from, until, hasLink }) => {
    const name = id ?? slugger.slug(text);
    if (!hasPlaces) return { level, id: name, text };
    if (id === undefined) insertions.push({ at, text: ` id="${name}"` });
    if (!hasLink) {
      insertions.push(
        { at: from, text: `<a class="anchor" href="#${escaped(name)}">` },
        { at: until, text: '</a>' },
      );
    }
    return { level, id: name, text };
  });
  const html = await withInsertions(contentHtml, insertions);
  return { html, headings: named, picture: images.find(isFileAddress), foreign: [...foreign] };
}

async function readContent(contentHtml: string, words: ContentWords): Promise<Findings> {
  const found: Findings = { insertions: [], headings: [], ids: [], images: [], foreign: new Set() };
  let open: OpenHeading | undefined;
  const aids = createReadingAids(found.insertions, words);
  let tables = 0;
  let links = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { startIndex } = parser;
      const at = startIndex + 1 + name.length;
      recordElement(found, { name, attributes, at });
      aids.open({ name, attributes, at });
      if (name === 'pre') found.insertions.push({ at, text: scrollerAttributes(words.code) });
      if (LINKED.has(name)) links += 1;
      if (LINKED.has(name) && open) open.hasLink = true;
      if (isListed(name)) {
        const from = parser.endIndex + 1;
        open = {
          level: name === 'h2' ? 2 : 3,
          id: attributes.id,
          at,
          text: '',
          from,
          until: from,
          hasLink: links > 0,
        };
      } else if (name === 'img' && links === 0 && !open) {
        found.insertions.push(...enlargement(attributes, { startIndex, endIndex: parser.endIndex, words }));
      }
      if (name === 'table' && tables++ === 0)
        found.insertions.push({
          at: startIndex,
          text: `<div class="table"${scrollerAttributes(words.table)}>`,
        });
    },
    ontext(text) {
      if (open) open.text += text;
      aids.text(text);
    },
    onclosetag(name) {
      aids.close(name, parser.startIndex);
      if (name === 'table' && --tables === 0)
        found.insertions.push({ at: parser.endIndex + 1, text: '</div>' });
      if (LINKED.has(name)) links -= 1;
      if (!isListed(name) || !open) return;
      open.until = parser.startIndex;
      open.text = open.text.trim().replace(/\s+/g, ' ');
      if (HAS_LETTERS.test(open.text)) found.headings.push(open);
      open = undefined;
    },
  });
  await mapInSlices(piecesOf(contentHtml), (piece) => parser.write(piece));
  parser.end();
  return found;
}

/** A link around an image to the image alone, which a script shows on the page. */
function enlargement(
  { src = '', alt = '', width = '' }: Record<string, string>,
  { startIndex, endIndex, words }: { startIndex: number; endIndex: number; words: ContentWords },
): Insertion[] {
  if (src === '' || Number(width || SMALL) < SMALL) return [];
  const label = alt.trim() === '' ? ` aria-label="${escaped(words.image)}"` : '';
  return [
    { at: startIndex, text: `<a class="enlarge" href="${escaped(src)}"${label}>` },
    { at: endIndex + 1, text: '</a>' },
  ];
}

/** The parser accepts chunks cut anywhere. */
function* piecesOf(contentHtml: string): Generator<string> {
  for (let from = 0; from < contentHtml.length; from += PIECE) yield contentHtml.slice(from, from + PIECE);
}

interface OpenTag {
  name: string;
  attributes: Record<string, string>;
  /** The offset for attributes in its tag. */
  at: number;
}

function recordElement(
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

async function withInsertions(html: string, insertions: Insertion[]): Promise<string> {
  let done = 0;
  const inOrder = insertions.toSorted((one, other) => one.at - other.at);
  const parts = await mapInSlices(inOrder, ({ at, text }) => {
    const part = html.slice(done, at) + text;
    done = at;
    return part;
  });
  return parts.join('') + html.slice(done);
}

type ForeignContent = 'images' | 'media' | 'frames';

const SOURCES: Record<ForeignContent, ForeignSources> = {
  images: { 'img-src': 'https: http:' },
  media: { 'media-src': originsOf(MEDIA_HOSTS) },
  frames: { 'frame-src': originsOf(VIDEO_HOSTS) },
};

/** The sources that a guide may load from; undefined if there are none. */
export function foreignSources(contents: readonly ForeignContent[]): ForeignSources | undefined {
  if (contents.length === 0) return undefined;
  return Object.assign({}, ...contents.map((content) => SOURCES[content]));
}

function originsOf(hosts: readonly string[]): string {
  return hosts.map((host) => `https://${host}`).join(' ');
}
