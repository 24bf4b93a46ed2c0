import { Buffer } from 'node:buffer';
import { AppError } from '@guidepost/service-kit';
import { JSONParser, TokenType } from '@streamparser/json';
import { decodeText } from '../decode.ts';
import { parseJson } from '../parse-json.ts';
import type { ImportDocument } from './document-schema.ts';
import { type RangedSource, WINDOW_BYTES } from './ranged-source.ts';

/** The bytes of an element of `guides` in the source. */
export interface GuidePlace {
  start: number;
  end: number;
}

/** A document with the places of its guides; what is no guide at all, such as a number, stands there itself. */
export interface ParsedDocument extends Omit<ImportDocument, 'guides'> {
  guides: (GuidePlace | string | number | boolean | null)[];
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/** Bytes of a string that are decoded at once. */
const STRING_BYTES = 65_536;

/** Bytes; V8 has no longer strings than twice that. */
const MOST_TEXT = 256_000_000;

/** How many objects and lists are around a guide. */
const GUIDE_DEPTH = 2;

/**
 * Parses a document without ever holding all of its guides: the result has their {@link GuidePlace} instead.
 * @throws AppError `invalid` with a position, for what is not JSON in UTF-8
 */
export async function parseDocument(source: RangedSource): Promise<unknown> {
  const mark = await source.read(0, BYTE_ORDER_MARK.length);
  const beginning = BYTE_ORDER_MARK.equals(mark) ? mark.length : 0;
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
    return refuse(source, error);
  }
  return document ?? refuse(source);
}

/** Parses a guide. @throws AppError `invalid` with a position */
export async function parseGuide(source: RangedSource, { start, end }: GuidePlace): Promise<unknown> {
  const bytes = await source.read(start, end);
  try {
    return parseJson(decodeText(bytes, 'utf-8', source.name), source.name);
  } catch (error) {
    return refuse(source, error);
  }
}

/** The parser says what is wrong, but not in which line, so the whole text is parsed. */
async function refuse({ name, size, read }: RangedSource, cause?: unknown): Promise<unknown> {
  const document = size <= MOST_TEXT ? parseJson(decodeText(await read(0, size), 'utf-8', name), name) : null;
  if (cause) throw new AppError('invalid', `${name}: invalid JSON, or not in UTF-8`, { cause });
  return document;
}
