import { pageOf } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { TOPICS, topicHeading } from '../../model/topics.ts';
import { type DialogRow, listSlice, NEWEST_FIRST } from '../../posts/dialog-rows.ts';
import { bindDialogList } from '../../posts/list-dialogs.ts';
import { displayHtml } from '../../rendering/embed.ts';
import type { PageKind } from '../page-kind.ts';
import { feedAddress, type Site } from '../site.ts';
import { type Feed, type FeedEntry, LONGEST_FEED, representFeed, SMALL_FEED_BYTES } from './feed.ts';

/** `/feed.atom`: the newest dialogs of a forum. */
export function forumFeed({ content }: Pick<Context, 'content'>): PageKind {
  return {
    isForAnybody: true,
    keptAs: () => '',
    read({ site }) {
      const slice = { forumId: site.forum.id, order: NEWEST_FIRST, start: 0, limit: LONGEST_FEED };
      const request = { ...slice, topics: TOPICS, includeArchived: false };
      return pageOf(
        (mostBytes) => listSlice(content.of(site.forum), bindDialogList({ ...request, mostBytes })),
        ({ rows }) => representFeed(feedOf(site, rows)),
        SMALL_FEED_BYTES,
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
    html: displayHtml(row.text_html, site),
  };
}
