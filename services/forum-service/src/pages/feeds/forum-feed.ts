import { pageOf } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { DialogRow } from '../../dialogs/dialog.ts';
import { bindDialogList } from '../../dialogs/dialog-list.ts';
import { NEWEST_FIRST } from '../../dialogs/dialog-order.ts';
import { listSection } from '../../dialogs/dialog-section.ts';
import { TOPICS, topicHeading } from '../../model/topics.ts';
import { shownHtml } from '../../text/shown-html.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';
import {
  FEED_UNTIL_TURN,
  type Feed,
  type FeedEntry,
  feedAddress,
  LONGEST_FEED,
  representFeed,
} from './feed.ts';

/** `/feed.atom`: the newest dialogs of a forum. */
export function forumFeed({ database }: Pick<Context, 'database'>): PageKind {
  return {
    keptAs: () => '',
    read({ site }) {
      const section = { forumId: site.forum.id, order: NEWEST_FIRST, start: 0, limit: LONGEST_FEED };
      const request = { ...section, topics: TOPICS, archivedToo: false };
      return pageOf(
        (mostBytes) => listSection(database, bindDialogList({ ...request, mostBytes })),
        ({ rows }) => representFeed(feedOf(site, rows)),
        FEED_UNTIL_TURN,
      );
    },
  };
}

function feedOf(site: Site, rows: readonly DialogRow[]): Feed {
  const { language, name, addresses } = site;
  const page = addresses.home;
  const entries = rows.map((row) => dialogEntry(site, row));
  return { language, title: name, address: feedAddress(page), page, entries };
}

export function dialogEntry(site: Site, row: DialogRow): FeedEntry {
  const { addresses, language } = site;
  return {
    address: addresses.dialogPage(row.id),
    title: row.title,
    published: row.pub_date,
    author: row.author_name,
    topic: { term: row.topic, label: topicHeading(row.topic, language) },
    html: shownHtml(row.text_html, site),
  };
}
