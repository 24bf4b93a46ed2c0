import { Buffer } from 'node:buffer';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError, readSourceFile, unreadable } from '@guidepost/service-kit';
import { JSONParser, TokenType } from '@streamparser/json';
import { type Counts, count } from '../../../cleaning/removed-markup.ts';
import { parseSlug } from '../../../model/slug.ts';
import { votesFrom } from '../../../readers/earlier-votes.ts';
import { decodeText, parseJson } from '../decode.ts';
import type { SourceGuide } from '../import-source.ts';
import { type LeftOut, problemsOf, refuse } from '../problems.ts';
import { dateOf } from '../read-dates.ts';
import { readSaidProperties, type SaidProperties } from '../said-properties.ts';
import { toValue } from '../value.ts';
import { readVisibility, type Visibility } from '../visibility.ts';
import { checkDocument, createGuideCheck, type Reports } from './document-schema.ts';
import type { DocumentGuide, DocumentTranslation, ImportDocument } from './import-document.ts';

/** A valid document, whose guides are read when they are needed. */
export interface OpenDocument extends Omit<ImportDocument, 'guides'> {
  guides: OpenGuide[];
  leftOut: LeftOut[];
  unknownMembers: Counts;
}

export interface OpenGuide {
  slug: string;
  categories: DocumentGuide['categories'] | undefined;
  tags: DocumentGuide['tags'] | undefined;
  former: DocumentGuide['former'] | undefined;
  external: DocumentGuide['external'] | undefined;
  visibility: Visibility;
  said: SaidProperties;
  dates: SourceGuide['dates'];
  votes: SourceGuide['votes'];
  translations: OpenTranslation[];
  /** `guides.json: guides[3]` */
  place: string;
  read(): Promise<DocumentGuide>;
}

/** The facts about a translation that are known before its text is read. */
export type OpenTranslation = Pick<OpenGuide, 'visibility' | 'said' | 'dates'> &
  Omit<DocumentTranslation, 'title' | 'content_html'>;

/** @throws AppError `invalid` with all mistakes, if there is one outside of the guides: file, place and problem */
export async function readDocument(source: RangedSource, now = new Date()): Promise<OpenDocument> {
  const document = await parseDocument(source);
  const mistakes: string[] = [];
  const unknownMembers: Counts = new Map();
  const unknown = (member: string) => count(unknownMembers, member.replace(/\[\d+\]/g, '[]'));
  checkDocument(document, { mistake: (message) => mistakes.push(`${source.name}: ${message}`), unknown });
  const opened = hasGuides(document)
    ? await openGuides(source, document, { unknown, now })
    : { guides: [], leftOut: [] };
  if (mistakes.length > 0) refuse([...mistakes, ...problemsOf(opened.leftOut)]);
  return { ...(document as ParsedDocument), ...opened, unknownMembers };
}

function hasGuides(document: unknown): document is Pick<ParsedDocument, 'guides'> {
  return (
    typeof document === 'object' &&
    document !== null &&
    'guides' in document &&
    Array.isArray(document.guides)
  );
}

/** Checks guides as they will be imported, so that no mistake is found halfway. */
async function openGuides(
  source: RangedSource,
  { guides }: Pick<ParsedDocument, 'guides'>,
  { unknown, now }: Pick<Reports, 'unknown'> & { now: Date },
): Promise<Pick<OpenDocument, 'guides' | 'leftOut'>> {
  const isGuide = createGuideCheck();
  const open: OpenGuide[] = [];
  const leftOut: LeftOut[] = [];
  for (const [index, element] of guides.entries()) {
    const read = async () => (isPlace(element) ? parseGuide(source, element) : element);
    const guide = await read();
    const place = `${source.name}: guides[${index}]`;
    const problems: string[] = [];
    const mistake = (message: string) => problems.push(`${source.name}: ${message}`);
    if (isGuide(guide, index, { mistake, unknown })) {
      const { slug, categories, tags, former, external, votes, translations = [] } = guide;
      open.push({
        slug,
        place,
        categories,
        tags,
        former,
        external,
        ...describe(guide, now),
        votes: readVotes(votes),
        translations: translations.map(({ title, content_html, ...translation }) => ({
          ...translation,
          ...describe(translation, now),
        })),
        read: read as OpenGuide['read'],
      });
    } else leftOut.push({ place, problems, slugs: slugsOf(guide), empty: false });
  }
  return { guides: open, leftOut };
}

/** The facts that a guide or a translation states. */
function describe(
  said: Pick<DocumentGuide, 'created_at' | 'updated_at'>,
  now: Date,
): Pick<OpenGuide, 'visibility' | 'said' | 'dates'> {
  const members = Object.entries(said).map(([key, value]) => [key, toValue(value)] as const);
  const { hidden, published } = readVisibility(members, now);
  return {
    visibility: { hidden, published },
    said: readSaidProperties(members),
    dates: { createdAt: dateOf(said.created_at, now), updatedAt: dateOf(said.updated_at, now) },
  };
}

function readVotes(votes: unknown): SourceGuide['votes'] {
  if (typeof votes !== 'object' || votes === null || !('up' in votes) || !('down' in votes)) return undefined;
  return votesFrom(votes.up, votes.down);
}

function isPlace(element: ParsedDocument['guides'][number]): element is GuidePlace {
  return typeof element === 'object' && element !== null;
}

function slugsOf(guide: unknown): string[] | undefined {
  const said = typeof guide === 'object' && guide && 'slug' in guide ? guide.slug : undefined;
  const slug = typeof said === 'string' ? parseSlug(said) : undefined;
  return slug === undefined ? undefined : [slug];
}

/** The bytes of an element of `guides` in the source. */
interface GuidePlace {
  start: number;
  end: number;
}

/** A document with the places of its guides; anything else in the list, such as a number, stands there itself. */
interface ParsedDocument extends Omit<ImportDocument, 'guides'> {
  guides: (GuidePlace | string | number | boolean | null)[];
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

const LINE_FEED = 10;

/** Bytes of a string that are decoded at once. */
const STRING_BYTES = 65_536;

/** Bytes; V8 has no longer strings than twice that. */
const MOST_TEXT = 256_000_000;

/** How many objects and lists are around a guide. */
const GUIDE_DEPTH = 2;

/**
 * Parses a document without ever holding all of its guides: the result has their {@link GuidePlace} instead.
 * @throws AppError `invalid` with a position if it is not JSON in UTF-8
 */
async function parseDocument(source: RangedSource): Promise<unknown> {
  const mark = await source.read(0, BYTE_ORDER_MARK.length);
  const beginning = BYTE_ORDER_MARK.equals(mark) ? mark.length : 0;
  if (hasLines(source)) return { guides: await linesOf(source, beginning) };
  const parser = new JSONParser({ paths: ['$', '$.guides.*'], stringBufferSize: STRING_BYTES });
  const place = { start: 0, end: 0 };
  let depth = 0;
  let document: unknown;
  parser.onToken = ({ token, offset }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      if (depth === GUIDE_DEPTH) place.start = beginning + offset;
      depth += 1;
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      depth -= 1;
      place.end = beginning + offset + 1;
    }
  };
  parser.onValue = ({ value, key, parent, stack }) => {
    const guides: unknown = parent;
    if (stack.length === 0) document = value;
    else if (Array.isArray(guides) && typeof value === 'object' && value) guides[Number(key)] = { ...place };
  };
  try {
    for (let start = beginning; start < source.size; start += WINDOW_BYTES) {
      parser.write(await source.read(start, start + WINDOW_BYTES));
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    if (error instanceof AppError) throw error;
    return refuseDocument(source, error);
  }
  return document ?? refuseDocument(source);
}

/** Whether a source is NDJSON: one guide a line, and nothing else. */
function hasLines({ name }: RangedSource): boolean {
  return /\.ndjson$/i.test(name);
}

async function linesOf(source: RangedSource, beginning: number): Promise<GuidePlace[]> {
  const lines: GuidePlace[] = [];
  let start = beginning;
  const endAt = (end: number) => {
    // Nothing, or what Windows ends a line with.
    if (end - start > 1) lines.push({ start, end });
    start = end + 1;
  };
  for (let window = beginning; window < source.size; window += WINDOW_BYTES) {
    const bytes = await source.read(window, Math.min(window + WINDOW_BYTES, source.size));
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
      endAt(window + at);
  }
  endAt(source.size);
  return lines;
}

/** Parses a guide; a line that is none is left out as anything else that is no guide. @throws AppError `invalid` */
async function parseGuide(source: RangedSource, { start, end }: GuidePlace): Promise<unknown> {
  const bytes = await source.read(start, end);
  try {
    return parseJson(decodeText(bytes, 'utf-8', source.name), source.name);
  } catch (error) {
    return hasLines(source) ? undefined : refuseDocument(source, error);
  }
}

/** The parser names the mistake but not its line, so the whole text is parsed. */
async function refuseDocument({ name, size, read }: RangedSource, cause?: unknown): Promise<unknown> {
  const document = size <= MOST_TEXT ? parseJson(decodeText(await read(0, size), 'utf-8', name), name) : null;
  if (cause) throw new AppError('invalid', `${name}: invalid JSON, or not in UTF-8`, { cause });
  return document;
}

/** Bytes that are read in ranges, so that their number does not matter. */
export interface RangedSource {
  /** For messages. */
  readonly name: string;
  readonly size: number;
  /** The bytes from `start` to before `end`, or to the end of the source. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Bytes that are read from a file at once. */
const WINDOW_BYTES = 1_000_000;

/**
 * A file; anything else, such as a pipe, is read as a whole.
 * @throws AppError `invalid` with a message of one line, also later, if the file is written to meanwhile
 */
export async function openRangedSource(path: string): Promise<RangedSource> {
  const name = basename(path);
  const opened = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (!opened.isFile()) return bytesSource(await readSourceFile(path, path), name);
  let window = { start: 0, bytes: new Uint8Array() };

  async function readWindow(start: number, length: number): Promise<typeof window> {
    const file = await open(path).catch((error: unknown) => {
      throw unreadable(error, path);
    });
    try {
      const { ino, size, mtimeMs } = await file.stat();
      if (ino !== opened.ino || size !== opened.size || mtimeMs !== opened.mtimeMs)
        throw new AppError('invalid', `${name}: the file was written to while it was read`);
      const range = { start, end: start + length - 1, highWaterMark: length, autoClose: false };
      return { start, bytes: await buffer(file.createReadStream(range)) };
    } finally {
      await file.close();
    }
  }

  return {
    name,
    size: opened.size,
    async read(start, end) {
      const isInWindow = start >= window.start && end <= window.start + window.bytes.length;
      const found = isInWindow ? window : await readWindow(start, Math.max(end - start, WINDOW_BYTES));
      window = found;
      return found.bytes.subarray(start - found.start, end - found.start);
    },
  };
}

export function bytesSource(bytes: Uint8Array, name: string): RangedSource {
  return { name, size: bytes.length, read: async (start, end) => bytes.subarray(start, end) };
}
