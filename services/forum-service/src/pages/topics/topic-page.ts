import { noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import { TOPIC_SLUGS, TOPICS, type Topic, topicHeading } from '../../model/topics.ts';
import { bindDialogList } from '../../posts/dialog-list.ts';
import { readDialogList } from '../list/dialog-list.ts';
import { listPage } from '../list/list-page.ts';
import { listOrders, orderedPath, orderName, orderOf } from '../list/orders.ts';
import type { PageKind } from '../page.ts';
import type { Site } from '../site.ts';

/** `/questions` and the other topics, or `/dialogs` for all. Topics no longer offered remain readable. */
export function topicPage({ content }: Pick<Context, 'content'>, topic?: Topic): PageKind {
  return {
    keptAs: (call) => `${orderName(call)} ${pageNumber(call.query)}`,
    async read(call) {
      const { site, query } = call;
      const chosen = orderName(call);
      const topics = topic === undefined ? TOPICS : [topic];
      const request = { forumId: site.id, topics, order: orderOf(chosen), includeArchived: false };
      const list = await readDialogList(content.of(site.forum), pageNumber(query), (slice) =>
        bindDialogList({ ...request, ...slice }),
      );
      if (list.total === 0 && !isOffered(site, topic)) throw noSuchPage();
      const { path, heading } = placeOf(site, topic);
      const orders = listOrders(site, path, chosen);
      return listPage(site, { heading, path: orderedPath(path, chosen), list, orders });
    },
  };
}

function isOffered({ forum }: Site, topic: Topic | undefined): boolean {
  return topic === undefined || forum.topics.includes(topic);
}

function placeOf({ language, phrasing }: Site, topic: Topic | undefined): { path: string; heading: string } {
  if (topic === undefined) return { path: '/dialogs', heading: phrasing.words.allDialogs };
  return { path: `/${TOPIC_SLUGS[topic]}`, heading: topicHeading(topic, language) };
}
