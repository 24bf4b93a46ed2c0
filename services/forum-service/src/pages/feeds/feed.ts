import { fileURLToPath } from 'node:url';
import { LARGE_BYTES, type Representation } from '@guidepost/http';
import { DATA_HEADERS } from '@guidepost/pages';
import { mapInSlices } from '@guidepost/service-kit';
import { Eta } from 'eta';
import { allowedInXml } from '../../rendering/escape.ts';

/** An Atom feed (RFC 4287). */
export interface Feed {
  language: string;
  title: string;
  /** Absolute addresses of the feed and its page. */
  address: string;
  page: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Absolute and permanent, so it serves as the entry's id. */
  address: string;
  title: string;
  /** ISO 8601. Published posts never change. */
  published: string;
  author: string;
  topic?: { term: string; label: string };
  html: string;
}

export const LONGEST_FEED = 50;

/** Escaping HTML again makes it up to four times as long; larger feeds wait for a slot. */
export const SMALL_FEED_BYTES = LARGE_BYTES / 4;

/** Atom requires `updated`, even for an empty feed. */
const NEVER = '1970-01-01T00:00:00Z';

const HEADERS = {
  ...DATA_HEADERS,
  'Content-Type': 'application/atom+xml; charset=utf-8',
  // Search engines should index the pages instead.
  'X-Robots-Tag': 'noindex',
};

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

/** Written entry by entry, since a feed can be megabytes. */
export async function representFeed(feed: Feed): Promise<Representation> {
  const updated = feed.entries[0]?.published ?? NEVER;
  const entries = await mapInSlices(feed.entries, (entry) =>
    allowedInXml(templates.render('./entry', entry)),
  );
  const head = allowedInXml(templates.render('./head', { ...feed, updated }));
  return { status: 200, headers: HEADERS, body: [head, ...entries, '</feed>\n'].join('') };
}
