import { fill } from '@guidepost/i18n';
import { type Head, siteRecord } from '@guidepost/pages';
import type { ContentReader } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { Order } from '../../model/listing.ts';
import { TOPICS, topicHeading } from '../../model/topics.ts';
import {
  type DialogLine,
  LINE_COLUMNS,
  listLines,
  NEWEST_FIRST,
  POPULAR_FIRST,
} from '../../posts/dialog-rows.ts';
import { bindDialogList } from '../../posts/list-dialogs.ts';
import { listStates } from '../../posts/states.ts';
import { type ForumSummary, summarizeForum } from '../../tenants/list-forums.ts';
import { askForm } from '../ask/ask-page.ts';
import type { PageKind } from '../page-kind.ts';
import { feedAddress, type Site } from '../site.ts';

const MAX_LISTED = 6;
const MAX_TAGS = 20;

/** `/forum/:slug` */
export function homePage({
  content: reads,
  followers,
  guidesOf,
}: Pick<Context, 'content' | 'followers' | 'guidesOf'>): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      const content = reads.of(site.forum);
      const { counts, tags } = await summarizeForum(content, site.forum, MAX_TAGS);
      return {
        template: 'home/home',
        head: headOf(site),
        content: {
          topics: topicsOf(site, counts),
          ...(await listFirst(content, site)),
          states: await listStates(content, site.forum),
          tags,
          ask: askForm(site, followers),
          hasGuides: guidesOf(site.forum) !== undefined,
          hasOwnSearch: true,
        },
      };
    },
  };
}

/** Offered topics with their numbers of dialogs. */
function topicsOf({ forum, paths, language }: Site, counts: ForumSummary['counts']): object[] {
  return forum.topics.map((topic) => ({
    heading: topicHeading(topic, language),
    path: paths.topicPage(topic),
    dialogs: counts[topic] ?? 0,
  }));
}

/** The newest dialogs, and the most popular others. */
async function listFirst(content: ContentReader, { id: forumId }: Site) {
  const read = async (order: Order, limit: number): Promise<DialogLine[]> => {
    const slice = { start: 0, limit, columns: LINE_COLUMNS };
    const request = { forumId, topics: TOPICS, includeArchived: false, order, ...slice };
    return (await listLines(content, bindDialogList(request))).rows;
  };
  const newest = await read(NEWEST_FIRST, MAX_LISTED);
  const named = new Set(newest.map(({ id }) => id));
  const popular = await read(POPULAR_FIRST, 2 * MAX_LISTED);
  return { newest, popular: popular.filter(({ id }) => !named.has(id)).slice(0, MAX_LISTED) };
}

function headOf(site: Site): Head {
  const { addresses, forum, organization, phrasing } = site;
  return {
    description: forum.intro_message || fill(phrasing.words.siteDescription, { organization }),
    address: addresses.home,
    feeds: [{ title: phrasing.words.feed, address: feedAddress(addresses.home) }],
    records: [siteRecord(site, addresses.home)],
  };
}
