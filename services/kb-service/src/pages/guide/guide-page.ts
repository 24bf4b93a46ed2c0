import { fill } from '@guidepost/i18n';
import { languageName } from '@guidepost/i18n/language-tag';
import {
  type ForeignSources,
  type Head,
  leadTo,
  type PageAnswer,
  type PageLanguage,
  pageOf,
} from '@guidepost/pages';
import { LRUCache } from 'lru-cache';
import type { GuideInContext } from '../../content/guide-in-context.ts';
import type { Context } from '../../context.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import type { RelatedGuide } from '../../search/related-guides.ts';
import { OWN_LINK } from '../home/home-page.ts';
import { linksToPlace } from '../languages.ts';
import type { PageCall, PageKind } from '../page.ts';
import { languageOfText, type Site } from '../site.ts';
import { articleRecord, describeBreadcrumbs, describeText } from '../structured-data.ts';
import { foreignSources, type Heading, type PageContent, prepareContent } from './content.ts';
import { findGuide, movedGuide } from './find-guide.ts';
import { readGuideMarkdown, type WriteGuide } from './guide-markdown.ts';
import type { ContentWords } from './reading-aids.ts';
import { readThanks } from './vote-form.ts';

/** Everything that a page makes of content, which is far more work than to fill in the template. */
interface PreparedGuide extends PageContent {
  description: string | undefined;
}

type PrepareGuide = (
  guide: { content_html: string; content_digest: string },
  words: ContentWords,
) => Promise<PreparedGuide>;

const MOST_PAGE_BYTES = 16_000_000;

/** Bytes of an entry besides its text. */
const OVERHEAD = 1_000;

/** Shorter pages have no table of contents. */
const MIN_HEADINGS = 3;
const MAX_HEADINGS = 500;

interface GuideContext
  extends Pick<
    Context,
    'askForum' | 'content' | 'filesUrl' | 'findRelatedGuides' | 'publicAddress' | 'receipts' | 'siteAddress'
  > {
  prepare: PrepareGuide;
  writeGuide: WriteGuide;
}

export function guidePage(services: Omit<GuideContext, 'prepare'>): PageKind {
  const context = { ...services, prepare: createPrepareGuide() };
  return {
    keptAs: ({ path, query }) => (query.first('voted') === undefined ? path.guide : undefined),
    viewed: ({ path: { guide = '' }, query }) =>
      query.first('voted') === undefined ? { reference: guide, isId: false } : undefined,
    markdown: (call) => readGuideMarkdown(services, call),
    read: (call) =>
      pageOf(
        (mostBytes) => findGuide(context, call, mostBytes),
        (guide) => (guide ? showGuide(context, call, guide) : movedGuide(context, call)),
      ),
  };
}

async function showGuide(context: GuideContext, call: PageCall, guide: GuideInContext): Promise<PageAnswer> {
  const { site, query } = call;
  const voted = query.first('voted');
  const thanks = voted === undefined ? undefined : await readThanks(context.receipts, voted, guide);
  if (voted !== undefined && !thanks) return leadTo(303, `${site.base}/guides/${guide.slug}`);
  const listed = guide.neighbours.map(({ id }) => id);
  const reader = context.content.of(site.knowledgeBase);
  const [content, related, languages] = await Promise.all([
    context.prepare(guide, site.phrasing.words),
    context.findRelatedGuides(site.knowledgeBase, guide.id, listed),
    linksToPlace(context, reader, { site, kind: 'guides', id: guide.id }),
  ]);
  const standIn = standInOf(site, guide);
  return {
    template: 'guide/guide',
    head: {
      ...headOf(context, site, { guide, content }),
      languages,
      ...(standIn && sourceHead(languages, standIn)),
      ...(thanks && { indexed: false }),
    },
    isPersonal: thanks !== undefined,
    isPassing: related.isPassing,
    content: {
      ...contentOf({
        guide,
        content: { ...content, html: inSite(site, content.html) },
        related: related.guides,
        standIn,
      }),
      votes: votesOf(site, guide),
      thanks,
      askForum: context.askForum(site.knowledgeBase, guide.title),
    },
    foreign: foreignSources(content.foreign),
  };
}

/** The language of a text that stands in for a missing translation. */
interface StandIn {
  language: string;
  direction: 'ltr' | 'rtl';
  notice: string;
}

export function standInOf(
  { knowledgeBase, phrasing }: Site,
  { shown_from }: GuideInContext,
): StandIn | undefined {
  const shown = languageOfText(knowledgeBase, shown_from);
  if (!shown) return undefined;
  const { language, words } = phrasing;
  const notice = fill(words.notTranslated, {
    language: languageName(knowledgeBase.language, language),
    shown: languageName(shown.language, language),
  });
  return { ...shown, notice };
}

/** Search engines are to show the text in its own language. */
function sourceHead(languages: readonly PageLanguage[] | undefined, { language }: StandIn): Partial<Head> {
  return { indexed: false, address: languages?.find(({ tag }) => tag === language)?.address };
}

/** Links between guides stay in the language of the page. */
function inSite({ knowledgeBase, base }: Site, html: string): string {
  return isEdition(knowledgeBase) ? html.replace(OWN_LINK, `$&${base}`) : html;
}

/** Where votes for a guide go over the API. */
export function votesOf(
  { knowledgeBase }: Site,
  { id = 0, slug }: { id?: number; slug: string },
): { path: string; query?: string } {
  const { main_host, language } = knowledgeBase;
  const path = `/knowledge/v1/${main_host}/guides/`;
  return isEdition(knowledgeBase)
    ? { path: `${path}${id}/`, query: `?language=${language}` }
    : { path: `${path}${slug}/` };
}

/** The page content of a guide that need not be published. */
type ShownGuide = Omit<GuideInContext, 'id' | 'summary' | 'isCut' | 'created_at' | 'content_digest'>;

interface Shown {
  guide: GuideInContext;
  content: PreparedGuide;
}

function headOf(context: GuideContext, site: Site, { guide, content }: Shown): Head {
  const { publicAddress, siteAddress, filesUrl } = context;
  const { host } = site.knowledgeBase;
  const { title, created_at: created, updated_at: updated } = guide;
  const description = guide.summary ?? content.description;
  const address = publicAddress({ host, kind: 'guides', slug: guide.slug, id: guide.id });
  return {
    type: 'article',
    title,
    description,
    address,
    markdown: `${site.base}/guides/${guide.slug}.md`,
    picture: content.picture && absoluteAddress(content.picture, filesUrl, siteAddress(host)),
    records: [
      articleRecord(site, { title, description, address, created, updated }),
      describeBreadcrumbs(context, site, { trail: guide.trail, page: { name: title, address } }),
    ],
  };
}

/** The URL of a stored file; undefined if guides are read on another site and `PUBLIC_FILES_URL` is not set. */
function absoluteAddress(file: string, filesUrl: string | undefined, home: string | undefined) {
  if (filesUrl !== undefined) return filesUrl + file;
  return home && new URL(file, home).href;
}

/** The values that the template of a guide shows. */
export async function showableContent(
  site: Site,
  guide: ShownGuide,
): Promise<{ content: object; foreign: ForeignSources | undefined }> {
  const content = await prepareContent(guide.content_html, site.phrasing.words);
  const shown = { ...contentOf({ guide, content }), votes: votesOf(site, guide) };
  return { content: shown, foreign: foreignSources(content.foreign) };
}

function contentOf({
  guide,
  content: { html, headings },
  related = [],
  standIn,
}: {
  guide: ShownGuide;
  content: PageContent;
  related?: RelatedGuide[];
  standIn?: StandIn | undefined;
}): object {
  const { trail } = guide;
  const textLanguage = standIn ? ` lang="${standIn.language}" dir="${standIn.direction}"` : '';
  return { guide, trail, html, headings: listedHeadings(headings), related, standIn, textLanguage };
}

/** All headings; if they are too many only those of the second level, or none. */
function listedHeadings(headings: Heading[]): Heading[] {
  if (headings.length < MIN_HEADINGS) return [];
  if (headings.length <= MAX_HEADINGS) return headings;
  const upper = headings.filter(({ level }) => level === 2);
  return upper.length <= MAX_HEADINGS ? upper : [];
}

/** Prepares content once, until it changes. */
function createPrepareGuide(): PrepareGuide {
  const kept = new LRUCache<string, PreparedGuide>({
    maxSize: MOST_PAGE_BYTES,
    sizeCalculation: ({ html, headings }) => 2 * html.length + OVERHEAD * (1 + headings.length),
  });
  return async ({ content_html: html, content_digest: digest }, words) => {
    const { table, code, image, details, task, videoFrom } = words;
    const key = [digest, table, code, image, details, task, videoFrom].join(' ');
    const found = kept.get(key);
    if (found) return found;
    const made = { ...(await prepareContent(html, words)), description: describeText(html) };
    kept.set(key, made);
    return made;
  };
}
