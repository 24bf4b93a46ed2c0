import { noSuchPage, pageNumber } from '@guidepost/pages';
import type { Context } from '../../context.ts';
import type { Order } from '../../model/listing.ts';
import { TOPIC_SLUGS, TOPICS, type Topic, topicHeading } from '../../model/topics.ts';
import { DIALOG_ORDERS, NEWEST_FIRST, POPULAR_FIRST } from '../../posts/dialog-rows.ts';
import { bindDialogList } from '../../posts/list-dialogs.ts';
import { type ListOrder, listPage, readDialogList } from '../list/list-page.ts';
import type { PageCall, PageKind } from '../page-kind.ts';
import type { Site } from '../site.ts';

/** Sort orders by query value; the first is the default. */
const ORDERS = {
  newest: NEWEST_FIRST,
  popular: POPULAR_FIRST,
  active: DIALOG_ORDERS.get('-last_activity'),
  votes: DIALOG_ORDERS.get('-num_votes'),
} as const;

type OrderName = keyof typeof ORDERS;

const NAMES: readonly string[] = Object.keys(ORDERS);

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

/** The order that `?sort=` selects. @throws AppError `not-found` for an unknown one */
function orderName({ query }: Pick<PageCall, 'query'>): OrderName {
  const name = query.first('sort') ?? 'newest';
  if (!isOrderName(name)) throw noSuchPage();
  return name;
}

function isOrderName(name: string): name is OrderName {
  return NAMES.includes(name);
}

function orderOf(name: OrderName): Order {
  return ORDERS[name];
}

/** @param path of the list, relative to the forum's home */
function orderedPath(path: string, name: OrderName): string {
  return name === 'newest' ? path : `${path}?sort=${name}`;
}

function listOrders({ phrasing }: Site, path: string, chosen: OrderName): ListOrder[] {
  return NAMES.filter(isOrderName).map((name) => ({
    name: phrasing.words[name],
    path: orderedPath(path, name),
    isThis: name === chosen,
  }));
}
