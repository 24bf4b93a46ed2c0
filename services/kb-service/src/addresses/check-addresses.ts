import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import { Parser } from 'htmlparser2';
import { findRenamedGuide } from '../content/former-slugs.ts';
import { type GuideTitle, listGuideNames } from '../content/guide-titles.ts';
import { parseSlug } from '../model/slug.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { readPath, wordsOfPath } from './address.ts';
import { findPages } from './find-pages.ts';
import { type Destination, lookUp } from './look-up.ts';

/** What readers get at an address. */
export interface CheckedAddress {
  address: string;
  /** 404 is a failure. */
  status: 200 | 301 | 404;
  /** Where a redirect leads: a path of the site, or a URL. */
  to?: string;
  /** For a failure: the guides whose words are nearest, as slugs. */
  nearest?: string[];
}

const MOST_NEAREST = 3;

/** Asks for each address what a request would ask, without HTTP. @throws AppError `not-found` */
export async function checkAddresses(
  executor: Executor,
  { host, addresses }: { host: string; addresses: readonly string[] },
): Promise<CheckedAddress[]> {
  const { id: knowledgeBaseId } = await requireKnowledgeBase(executor, host);
  const paths = new Map(addresses.map((address) => [address, readPath(address)]));
  const known = [...paths.values()].filter((path) => path !== undefined);
  const pages = await findPages(executor, { knowledgeBaseId, paths: known });
  const findNearest = createFindNearest(await listGuideNames(executor, knowledgeBaseId));
  const checked: CheckedAddress[] = [];
  for (const [address, path] of paths) {
    if (path !== undefined && pages.has(path)) checked.push({ address, status: 200 });
    else {
      const to = path === undefined ? undefined : await findRedirect(executor, { knowledgeBaseId, path });
      checked.push(
        to === undefined
          ? { address, status: 404, nearest: findNearest(wordsOfPath(path ?? '')) }
          : { address, status: 301, to },
      );
    }
  }
  return checked;
}

async function findRedirect(
  executor: Executor,
  { knowledgeBaseId, path }: { knowledgeBaseId: number; path: string },
): Promise<string | undefined> {
  const [, name = ''] = /^\/guides\/([^/]+)$/.exec(path) ?? [];
  const slug = parseSlug(name);
  const present = slug && (await findRenamedGuide(executor, { knowledgeBaseId, slug }));
  if (present) return `/guides/${present}`;
  const found = await lookUp(executor, { knowledgeBaseId, path });
  return found?.to && describeDestination(found.to);
}

function describeDestination(to: Destination): string {
  if ('path' in to) return to.path;
  if ('file' in to) return to.file;
  if ('url' in to) return to.url;
  return to.page === 'search' ? '/search' : to.page;
}

type FindNearest = (text: string) => string[];

/** Finds the guides that share most words with a text; rare words count more, since they say more. */
function createFindNearest(guides: readonly GuideTitle[]): FindNearest {
  const guidesWith = new Map<string, number[]>();
  for (const [place, { slug, title }] of guides.entries()) {
    for (const word of new Set([...wordsIn(title), ...wordsIn(slug)])) {
      const places = guidesWith.get(word);
      if (places) places.push(place);
      else guidesWith.set(word, [place]);
    }
  }
  return (text) => {
    const weights = new Map<number, number>();
    for (const word of new Set(wordsIn(text))) {
      const places = guidesWith.get(word) ?? [];
      for (const place of places) weights.set(place, (weights.get(place) ?? 0) + 1 / places.length);
    }
    const nearest = [...weights].sort(([one, weight], [other, more]) => more - weight || one - other);
    return nearest.slice(0, MOST_NEAREST).flatMap(([place]) => guides[place]?.slug ?? []);
  };
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []
  );
}

/** The addresses in a sitemap, or one a line; empty lines and comments (`#`) are left out. */
export function readAddressList(text: string): string[] {
  if (/^\uFEFF?\s*</.test(text)) return readSitemap(text);
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^\uFEFF/, '').trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * `<loc>` of pages in XML, not those of their images; entities of a document type are not read.
 * @throws AppError `invalid` for a list of sitemaps
 */
function readSitemap(text: string): string[] {
  if (/<sitemapindex[\s>]/.test(text))
    throw new AppError('invalid', 'It is a list of sitemaps. Check each of them.');
  const found: string[] = [];
  let isInLocation = false;
  const parser = new Parser(
    {
      onopentag(name) {
        isInLocation = name === 'loc';
        if (isInLocation) found.push('');
      },
      ontext(part) {
        if (isInLocation) found.push((found.pop() ?? '') + part);
      },
      onclosetag() {
        isInLocation = false;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(text);
  return found.map((address) => address.trim()).filter((address) => address !== '');
}
