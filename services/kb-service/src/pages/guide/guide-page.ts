import type { Query } from '@guidepost/http';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import { findRenamedGuide } from '../../guides/former-slugs.ts';
import { parseId, parseSlug } from '../../reading/identifiers.ts';
import type { Moved } from '../../reading/routes.ts';
import type { ForeignContent, PageCall, PageKind } from '../page.ts';
import { noSuchPage } from '../page-errors.ts';
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

/** `/guides/:guide` */
export function guidePage({
  database,
  publicAddress,
}: Pick<Context, 'database' | 'publicAddress'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.guide} ${hasVoted(query)}`,
    async read(call) {
      const guide = await findGuide(database, call);
      if (!guide) return movedGuide(database, call);
      const { host } = call.site.knowledgeBase;
      return {
        template: 'guide/guide',
        head: {
          title: guide.title,
          description: describeText(guide.content_html),
          address: publicAddress({ host, kind: 'guides', slug: guide.slug, id: guide.id }),
        },
        content: contentOf(guide, call),
        foreign: foreignContentOf(guide.content_html),
      };
    },
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

const FOREIGN: Record<ForeignContent, RegExp> = {
  images: /<img src="http/,
  media: /<(?:video|audio|source) /,
  frames: /<iframe /,
};

/** Clean content escapes every `<` that begins no element. */
function foreignContentOf(html: string): ForeignContent[] {
  return (Object.keys(FOREIGN) as ForeignContent[]).filter((kind) => FOREIGN[kind].test(html));
}
