import { fill } from '@guidepost/i18n';
import { breadcrumbsRecord, descriptionOf, type Head, type Pager, pageAddress } from '@guidepost/pages';
import { topicHeading } from '../../model/topics.ts';
import type { DialogWithComments } from '../../posts/dialog-with-comments.ts';
import { feedAddress } from '../feed-address.ts';
import type { Site } from '../site.ts';
import { postingRecord } from './posting-record.ts';

/** Metadata of a dialog's page; archived dialogs are not indexed. */
export function headOf(
  site: Site,
  dialog: DialogWithComments,
  { number, pages }: Pick<Pager, 'number' | 'pages'>,
): Head {
  const { addresses, phrasing, language } = site;
  const { words } = phrasing;
  const { id, title, text, topic, archived } = dialog;
  const first = addresses.dialogPage(id);
  const address = pageAddress(first, number);
  const steps = [
    { name: words.home, address: addresses.home },
    { name: topicHeading(topic, language), address: addresses.topicPage(topic) },
    { name: title, address },
  ];
  return {
    type: 'article',
    title: number === 1 ? title : `${title} – ${fill(words.pageOf, { n: number, total: pages })}`,
    description: descriptionOf(text),
    address,
    indexed: !archived,
    feeds: [{ title: words.commentFeed, address: feedAddress(first) }],
    records: archived ? [] : [postingRecord(site, dialog), breadcrumbsRecord(steps)],
  };
}
