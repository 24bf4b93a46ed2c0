import type { Query } from '@guidepost/http';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import { findRenamedGuide } from '../../guides/former-slugs.ts';
import { parseId, parseSlug } from '../../reading/identifiers.ts';
import type { Moved } from '../../reading/routes.ts';
import type { ForeignContent, Head, PageCall, PageKind } from '../page.ts';
import { noSuchPage } from '../page-errors.ts';
import { articleRecord, breadcrumbsRecord } from '../records.ts';
import type { Site } from '../site.ts';
import { type Heading, prepareContent } from './content.ts';
import { describeText } from './description.ts';

/** How many neighbours of its category a guide shows on each side. */
const NEIGHBOURS = 5;

/** A page with fewer headings is short enough to be looked over. */
const FEWEST_HEADINGS = 3;

interface GuideRow {
  id: number;
  slug: string;
  title: string;
  content_html: string;
  created_at: Date;
  updated_at: Date;
  tags: { slug: string; name: string }[];
  /** From the top category to the one that the guide stands in. */
  trail: { id: number; slug: string; name: string }[];
  /** In the order of the category, the guide itself among them. */
  neighbours: { slug: string; title: string; present: boolean }[];
}

const readGuide = preparedStatement(new URL('./sql/read-guide.sql', import.meta.url));

type GuideContext = Pick<Context, 'database' | 'filesUrl' | 'publicAddress' | 'siteAddress'>;

/** `/guides/:guide` */
export function guidePage(context: GuideContext): PageKind {
  const { database } = context;
  return {
    keptAs: ({ path, query }) => `${path.guide} ${hasVoted(query)}`,
    async read(call) {
      const guide = await findGuide(database, call);
      if (!guide) return movedGuide(database, call);
      return {
        template: 'guide/guide',
        head: headOf(context, call.site, guide),
        content: contentOf(guide, call),
        foreign: foreignContentOf(guide.content_html),
      };
    },
  };
}

function headOf({ publicAddress, siteAddress, filesUrl }: GuideContext, site: Site, guide: GuideRow): Head {
  const { knowledgeBase, phrasing } = site;
  const { host } = knowledgeBase;
  const { title, content_html, created_at: created, updated_at: updated } = guide;
  const description = describeText(content_html);
  const address = publicAddress({ host, kind: 'guides', slug: guide.slug, id: guide.id });
  const home = siteAddress(host);
  const trail = guide.trail.map(({ id, slug, name }) => ({
    name,
    address: publicAddress({ host, kind: 'categories', slug, id }),
  }));
  const picture = firstPicture(content_html);
  return {
    type: 'article',
    title,
    description,
    address,
    picture: picture && new URL(picture, filesUrl ?? address).href,
    records: [
      articleRecord(knowledgeBase, { title, description, address, created, updated }),
      breadcrumbsRecord([{ name: phrasing.words.home, address: home }, ...trail, { name: title, address }]),
    ],
  };
}

function contentOf(guide: GuideRow, { query }: PageCall): object {
  const { html, headings } = prepareContent(guide.content_html);
  const { trail } = guide;
  return { guide, trail, html, headings: listedHeadings(headings), voted: hasVoted(query) };
}

/** Where the vote form leads back to. */
function hasVoted(query: Query): boolean {
  return query.first('voted') !== undefined;
}

function listedHeadings(headings: Heading[]): Heading[] {
  return headings.length >= FEWEST_HEADINGS ? headings : [];
}

function findGuide(database: Database, { site, path }: PageCall): Promise<GuideRow | null> {
  const slug = parseSlug(path.guide);
  if (!slug) return Promise.resolve(null);
  const values = [site.knowledgeBase.id, slug, parseId(slug) ?? null, NEIGHBOURS];
  return database.oneOrNone<GuideRow>(readGuide(values));
}

/** Where a guide is now that was called so. */
async function movedGuide(database: Database, { site, path }: PageCall): Promise<Moved> {
  const slug = parseSlug(path.guide);
  const knowledgeBaseId = site.knowledgeBase.id;
  const present = slug && (await findRenamedGuide(database, { knowledgeBaseId, slug }));
  if (!present) throw noSuchPage();
  return { movedTo: `${site.base}/guides/${present}` };
}

/** The address of the first image of ours, on this service. */
function firstPicture(html: string): string | undefined {
  return /<img src="(\/files\/[^"]+)"/.exec(html)?.[1];
}

const FOREIGN: Record<ForeignContent, RegExp> = {
  images: /<img src="http/,
  media: /<(?:video|audio|source) /,
  frames: /<iframe /,
};

/** Clean content escapes every `<` that begins no element. */
function foreignContentOf(html: string): ForeignContent[] {
  return (Object.keys(FOREIGN) as ForeignContent[]).filter((kind) => FOREIGN[kind].test(html));
}
