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

/** Pages that a site has below its own path. */
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
    content: await readTree(html, treeOptions(context, site, address)),
  };
  return widgetJson(answer);
}

function treeOptions(
  { siteAddress }: GuideContext,
  { base, knowledgeBase, phrasing }: Site,
  address: string,
): TreeOptions {
  const { words } = phrasing;
  const home = siteAddress(knowledgeBase.host);
  return {
    image: words.image,
    whole: { address, name: words.widget.fullPage },
    guideOf(link) {
      const path = home !== undefined && link.startsWith(`${home}/`) ? link.slice(home.length) : link;
      return parseSlug(GUIDE_PATH.exec(path)?.[1]);
    },
    addressOf: (link) => (PAGE_PATH.test(link) ? base + link : link),
  };
}

/** Where a renamed guide is. @throws AppError `not-found` */
async function leadOn(context: GuideContext, call: PageCall): Promise<Representation> {
  const { movedTo } = await movedGuide(context, call);
  const slug = movedTo.split('/').at(-1);
  if (!slug) throw noSuchPage();
  return { status: 301, headers: { ...WIDGET_HEADERS, Location: `${call.site.root}/widget/guides/${slug}` } };
}
