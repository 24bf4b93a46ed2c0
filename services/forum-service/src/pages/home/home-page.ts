import { fill, type Head, siteRecord } from '@guidepost/pages';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Order } from '../../api/sorting.ts';
import type { Context } from '../../context.ts';
import { bindDialogList } from '../../dialogs/dialog-list.ts';
import { NEWEST_FIRST, POPULAR_FIRST } from '../../dialogs/dialog-order.ts';
import { topicHeading } from '../../topics/topic-headings.ts';
import { TOPICS, type Topic } from '../../topics/topics.ts';
import { askForm } from '../ask/ask-form.ts';
import { type DialogLine, LINE_COLUMNS, listLines } from '../list/dialog-line.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import { listStates } from '../state/states.ts';

/** How many dialogs each list shows. */
const MOST_LISTED = 6;
const MOST_TAGS = 20;

interface HomeRow {
  counts: Partial<Record<Topic, number>>;
  tags: { name: string; dialogs: number }[];
}

const read = preparedStatement(new URL('./sql/read-home.sql', import.meta.url));

/** `/forum/:slug` */
export function homePage({ database }: Pick<Context, 'database'>): PageKind {
  return {
    keptAs: () => '',
    async read({ site }) {
      const { counts, tags } = await database.one<HomeRow>(read([site.id, MOST_TAGS]));
      return {
        template: 'home/home',
        head: headOf(site),
        content: {
          topics: topicsOf(site, counts),
          newest: await firstDialogs(database, site, NEWEST_FIRST),
          popular: await firstDialogs(database, site, POPULAR_FIRST),
          states: await listStates(database, site.id),
          tags,
          ask: askForm(site),
          hasOwnSearch: true,
        },
      };
    },
  };
}

/** Those that are offered, each with the number of its dialogs. */
function topicsOf({ forum, paths, language }: Site, counts: HomeRow['counts']): object[] {
  return forum.topics.map((topic) => ({
    heading: topicHeading(topic, language),
    path: paths.topicPage(topic),
    dialogs: counts[topic] ?? 0,
  }));
}

async function firstDialogs(database: Database, { id: forumId }: Site, order: Order): Promise<DialogLine[]> {
  const section = { start: 0, limit: MOST_LISTED, columns: LINE_COLUMNS };
  const request = { forumId, topics: TOPICS, archivedToo: false, order, ...section };
  const { rows } = await listLines(database, bindDialogList(request));
  return rows;
}

function headOf(site: Site): Head {
  const { addresses, forum, organization, phrasing } = site;
  return {
    description: forum.intro_message || fill(phrasing.words.siteDescription, { organization }),
    address: addresses.home,
    feeds: [{ title: phrasing.words.feed, address: `${addresses.home}/feed.atom` }],
    records: [siteRecord(site, addresses.home)],
  };
}
