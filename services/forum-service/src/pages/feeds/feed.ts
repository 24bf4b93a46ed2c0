import { fileURLToPath } from 'node:url';
import { LARGE_BYTES, type Representation } from '@guidepost/http';
import { CRAWLER_HEADERS } from '@guidepost/pages';
import { eachInTurn } from '@guidepost/service-kit';
import { Eta } from 'eta';
import { allowedInXml } from '../../text/xml-characters.ts';

/** What is new at a page, for programs that ask again and again (RFC 4287). */
export interface Feed {
  /** ISO 639-1. */
  language: string;
  title: string;
  /** The absolute addresses of the feed and of what it is a feed of. */
  address: string;
  page: string;
  /** The newest first. */
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** The absolute one; it stays, so that it is what the entry is known by. */
  address: string;
  title: string;
  /** ISO 8601. Nobody changes what was published. */
  published: string;
  /** A name, and nothing more of a person. */
  author: string;
  topic?: { term: string; label: string };
  html: string;
}

/** How many entries a feed has at most. */
export const LONGEST_FEED = 50;

/** Bytes of HTML that a feed takes without a turn: escaped once more, HTML becomes up to four times as long. */
export const FEED_UNTIL_TURN = LARGE_BYTES / 4;

/** A feed has to say when it was changed, one in which there has never been anything too. */
const NEVER = '1970-01-01T00:00:00Z';

const HEADERS = {
  ...CRAWLER_HEADERS,
  'Content-Type': 'application/atom+xml; charset=utf-8',
  // Search engines are to list the pages.
  'X-Robots-Tag': 'noindex',
};

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

/** Where the feed of a page is, by the page's address. */
export function feedAddress(page: string): string {
  return `${page}/feed.atom`;
}

/** Entries are written one by one, since together they can be megabytes. */
export async function representFeed(feed: Feed): Promise<Representation> {
  const updated = feed.entries[0]?.published ?? NEVER;
  const entries = await eachInTurn(feed.entries, (entry) => allowedInXml(templates.render('./entry', entry)));
  const head = allowedInXml(templates.render('./head', { ...feed, updated }));
  return { status: 200, headers: HEADERS, body: [head, ...entries, '</feed>\n'].join('') };
}
