import { type Item, itemsIn, type List, textIn, type Vendor } from '../vendor.ts';
import { filesInHtml, zendesk, zendeskReaders } from './zendesk.ts';

/** Who has written what is on a page comes with it, as far as the API tells. */
const PAGE = 'page[size]=100&include=users';

/** Members by which an entry says that readers do not see it. */
const HIDDEN = ['deleted', 'hidden', 'pending', 'spam'] as const;

/** Whether a topic, post or comment is not for everyone, whatever else it belongs to. */
export function isHiddenInCommunity(item: Item): boolean {
  return zendeskReaders(item) !== undefined || HIDDEN.some((member) => Boolean(item[member]));
}

/** The page of an entry, if everyone sees it and the entry of another list that it is in, whose id a member has. */
function pageIn([list, member]: [list: string, member: string]): NonNullable<List['address']> {
  return (item, _, hasAddress) =>
    hasAddress(list, textIn(item, member) ?? '') && !isHiddenInCommunity(item)
      ? textIn(item, 'html_url')
      : undefined;
}

/** The community of a help centre of Zendesk: posts by topics, with comments. */
export const zendeskCommunity: Vendor = {
  ...zendesk,
  name: 'zendesk-community',
  lists: [
    {
      name: 'topics',
      path: () => 'community/topics.json?page[size]=100',
      items: (body) => itemsIn(body, 'topics'),
      address: (item) => (isHiddenInCommunity(item) ? undefined : textIn(item, 'html_url')),
    },
    {
      name: 'posts',
      path: () => `community/posts.json?${PAGE}`,
      items: (body) => itemsIn(body, 'posts'),
      files: (item, site) => filesInHtml(textIn(item, 'details') ?? '', site),
      address: pageIn(['topics', 'topic_id']),
    },
    {
      // Whether a new comment changes its post is not said, so that comments are asked for each time.
      name: 'comments',
      of: 'posts',
      path: ({ parent }) =>
        `community/posts/${encodeURIComponent((parent && textIn(parent, 'id')) ?? '')}/comments.json?${PAGE}`,
      items: (body) => itemsIn(body, 'comments'),
      isWanted: ({ comment_count }) => comment_count !== 0,
      files: (item, site) => filesInHtml(textIn(item, 'body') ?? '', site),
      address: pageIn(['posts', 'post_id']),
    },
  ],
};
