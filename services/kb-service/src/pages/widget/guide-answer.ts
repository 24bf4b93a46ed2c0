import type { Representation } from '@guidepost/http';
import { noSuchPage, pageOf } from '@guidepost/pages';
import type { GuideInContext } from '../../content/guide-in-context.ts';
import type { Context } from '../../context.ts';
import { parseSlug } from '../../model/slug.ts';
import type { GuideAnswer } from '../../widget/widget-answers.ts';
import { prepareContent } from '../guide/content.ts';
import { findGuide, movedGuide } from '../guide/find-guide.ts';
import { standInOf, votesOf } from '../guide/guide-page.ts';
import type { PageCall, PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { readTree, type TreeOptions } from './guide-tree.ts';
import { WIDGET_HEADERS, widgetJson } from './widget-headers.ts';

type GuideContext = Pick<Context, 'content' | 'publicAddress' | 'siteAddress'>;

const GUIDE_PATH = /^\/guides\/([^/?#]+)(?:[?#].*)?$/;

/** Links are resolved as in a page of this origin. */
const PLACE = 'http://site.invalid';

const FOLLOWED: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Links of older guides to pages of their site begin at its root, wherever it is. */
const PAGE_PATH = /^\/(?:guides|categories|tags|search)\b/;

/** `widget/guides/:guide` */
export function guideAnswer(context: GuideContext): PageKind {
  return {
    keptAs: ({ path }) => path.guide,
    viewed: ({ path: { guide = '' } }) => ({ reference: guide, isId: false }),
    read: (call) =>
      pageOf(
        (mostBytes) => findGuide(context, call, mostBytes),
        (guide) => (guide ? represent(context, call.site, guide) : leadOn(context, call)),
      ),
  };
}

async function represent(context: GuideContext, site: Site, guide: GuideInContext): Promise<Representation> {
  const { knowledgeBase, phrasing } = site;
  const { slug, id, title } = guide;
  const address = context.publicAddress({ host: knowledgeBase.host, kind: 'guides', slug, id });
  const { html } = await prepareContent(guide.content_html, phrasing.words);
  const standIn = standInOf(site, guide);
  const { path, query = '' } = votesOf(site, guide);
  const answer: GuideAnswer = {
    slug,
    title,
    language: standIn?.language ?? knowledgeBase.language,
    direction: standIn?.direction ?? phrasing.direction,
    ...(standIn && { notice: standIn.notice }),
    address,
    votes: { up: `${path}upvote${query}`, down: `${path}downvote${query}` },
    content: await readTree(html, treeOptions(context, site, { address, slug })),
  };
  return widgetJson(answer);
}

function treeOptions(
  { siteAddress }: GuideContext,
  { base, knowledgeBase, phrasing }: Site,
  { address, slug }: { address: string; slug: string },
): TreeOptions {
  const { words } = phrasing;
  const home = siteAddress(knowledgeBase.host);
  const here = new URL(`${base}/guides/${slug}`, PLACE);
  return {
    image: words.image,
    whole: { address, name: words.widget.fullPage },
    readLink(link) {
      if (link.startsWith('#')) return { address: link };
      const url = URL.parse(link, here);
      if (!url || !FOLLOWED.has(url.protocol)) return undefined;
      const path = pathBelow(url.href, [home, PLACE + base]) ?? pathBelow(url.href, [PLACE], PAGE_PATH);
      if (path === undefined) return { address: addressOf(url) };
      return { address: base + path, guide: parseSlug(GUIDE_PATH.exec(path)?.[1]) };
    },
  };
}

/** From the root where the link leads to this origin. */
function addressOf({ origin, username, password, pathname, search, hash, href }: URL): string {
  return origin === PLACE && username + password === '' ? pathname + search + hash : href;
}

/** The path of a page below one of these addresses of its site. */
function pathBelow(address: string, homes: readonly (string | undefined)[], form = /^/): string | undefined {
  const home = homes.find((each) => each !== undefined && address.startsWith(`${each}/`));
  const path = home === undefined ? undefined : address.slice(home.length);
  return path !== undefined && form.test(path) ? path : undefined;
}

/** Where a renamed guide is. @throws AppError `not-found` */
async function leadOn(context: GuideContext, call: PageCall): Promise<Representation> {
  const { movedTo } = await movedGuide(context, call);
  const slug = movedTo.split('/').at(-1);
  if (!slug) throw noSuchPage();
  return { status: 301, headers: { ...WIDGET_HEADERS, Location: `${call.site.root}/widget/guides/${slug}` } };
}
