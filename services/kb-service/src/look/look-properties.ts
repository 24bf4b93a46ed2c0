import { hash } from 'node:crypto';
import { FONTS, type SiteLink, type SiteLook } from '@guidepost/pages';
import { AppError, foldWhiteSpace, withoutUnprintable } from '@guidepost/service-kit';
import { findOne } from 'domutils';
import { cleanContent } from '../cleaning/clean-content.ts';
import { parseHtml } from '../cleaning/parse-html.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { ShownLook } from '../model/knowledge-base.ts';
import { cleanStyle } from './clean-style.ts';

const LONGEST_INTRODUCTION = 4_000;
const LONGEST_NOTICE = 300;
const LONGEST_LINK_TEXT = 60;
const LONGEST_ADDRESS = 2_000;
const MOST_LINKS = 8;

/** They show a text in another order than it is written in, such as `evil.exe` as `exe.live`. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** Every `img`, `video` and so on: they would belong to no guide. */
const MEDIA = new Set(['audio', 'iframe', 'img', 'picture', 'source', 'video']);

interface Property {
  /** The value as pages show it; undefined if it is invalid. @throws AppError `invalid` with more about why */
  read(text: string, language: string): ShownLook | undefined | Promise<ShownLook | undefined>;
  rule: string;
  /** The text that says the same as none. */
  standard?: string;
}

/** The properties of how pages look, each set as a text: at the desk, on the command line, in an import. */
export const LOOK = {
  introduction: {
    read: (text, language) => shown('introduction', readIntroduction(text, language)),
    rule: `It must be Markdown of at most ${LONGEST_INTRODUCTION} characters without pictures or videos.`,
  },
  notice: {
    read: (text) => shown('notice', readLine(text, LONGEST_NOTICE)),
    rule: `It must have at most ${LONGEST_NOTICE} characters.`,
  },
  notice_link: {
    read: (text) => shown('notice_link', readAddress(text)),
    rule: 'It must be an address that begins with https:// or http://, or mailto:.',
  },
  contact: {
    read: (text) => shown('contact', readAddress(text)),
    rule: 'It must be an e-mail address, or an address that begins with https:// or http://.',
  },
  header_links: {
    read: (text) => shown('header_links', readLinks(text)),
    rule: linksRule(),
  },
  footer_links: {
    read: (text) => shown('footer_links', readLinks(text)),
    rule: linksRule(),
  },
  font: {
    read: (text) =>
      shown(
        'font',
        FONTS.find((name) => name === text),
      ),
    rule: `It must be one of ${FONTS.join(', ')}.`,
    standard: FONTS[0],
  },
  css: {
    async read(text) {
      const style = await cleanStyle(text);
      return { style: { text: style, hash: hash('sha256', style, 'base64url').slice(0, 12) } };
    },
    rule: 'It must be a style sheet of at most 8 kB that loads nothing.',
  },
} as const satisfies Record<string, Property>;

export type LookName = keyof typeof LOOK;

export const LOOK_NAMES = Object.keys(LOOK) as readonly LookName[];

/** The texts of owners, by property; those that are not set are missing. */
export type LookTexts = Readonly<Partial<Record<LookName, string>>>;

/**
 * Reads the texts of a look; an empty one is not set.
 * @param language of the pages, ISO 639-1
 * @throws AppError `invalid` with a message for each property that is wrong
 */
export async function readLook(
  typed: LookTexts,
  language: string,
): Promise<{ texts: LookTexts; shown: ShownLook }> {
  const texts: Partial<Record<LookName, string>> = {};
  const wrong: Record<string, string[]> = {};
  let shownLook: ShownLook = {};
  let values: Readonly<Record<string, string | number>> = {};
  for (const name of LOOK_NAMES) {
    const text = withoutUnprintable((typed[name] ?? '').replaceAll('\r\n', '\n')).trim();
    const { read, rule, standard = '' }: Property = LOOK[name];
    if (text === '' || text === standard) continue;
    try {
      const part = await read(text, language);
      if (!part) throw new AppError('invalid', rule);
      texts[name] = text;
      shownLook = { ...shownLook, ...part };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      wrong[name] = [error.message];
      values = { ...values, ...error.details.values };
    }
  }
  if (Object.keys(wrong).length === 0) return { texts, shown: shownLook };
  throw new AppError('invalid', Object.values(wrong).flat().join(' '), { fields: wrong, values });
}

function shown<Name extends keyof ShownLook>(
  name: Name,
  value: ShownLook[Name],
): Pick<ShownLook, Name> | undefined {
  return value === undefined ? undefined : ({ [name]: value } as Pick<ShownLook, Name>);
}

function readIntroduction(text: string, language: string): string | undefined {
  if (Array.from(text).length > LONGEST_INTRODUCTION) return undefined;
  const { html } = cleanContent(parseHtml(renderMarkdown(text, language), { place: 'introduction' }));
  const hasMedia =
    findOne(({ name }) => MEDIA.has(name), parseHtml(html, { place: 'introduction' }).children) !== null;
  return html === '' || hasMedia ? undefined : html;
}

function readLine(text: string, longest: number): string | undefined {
  const line = foldWhiteSpace(text);
  const length = Array.from(line).length;
  return length > 0 && length <= longest && !DIRECTION_MARKS.test(line) ? line : undefined;
}

/** A web or mail address, normalized as browsers do; an e-mail address alone becomes one. */
function readAddress(text: string): string | undefined {
  if (text.length > LONGEST_ADDRESS || DIRECTION_MARKS.test(text) || /\s/.test(text)) return undefined;
  const url = URL.parse(/^[^\s:/?#@]+@[^\s:/?#@]+$/.test(text) ? `mailto:${text}` : text);
  if (!url) return undefined;
  if (url.protocol === 'mailto:') return /^[^@?]+@[^@?]+(?:\?|$)/.test(url.pathname) ? url.href : undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  // A name before the host is there to deceive.
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}

/** A link a line: its text, then its address. */
function readLinks(text: string): SiteLook['header_links'] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const links = lines.map(readLink).filter((link) => link !== undefined);
  return lines.length <= MOST_LINKS && links.length === lines.length ? links : undefined;
}

function readLink(line: string): SiteLink | undefined {
  const words = line.trim().split(/\s+/);
  const address = readAddress(words.pop() ?? '');
  const text = readLine(words.join(' '), LONGEST_LINK_TEXT);
  return address !== undefined && text !== undefined ? { text, address } : undefined;
}

function linksRule(): string {
  return `It must have at most ${MOST_LINKS} lines, each with a text and an address: Shop https://shop.example.com.`;
}
