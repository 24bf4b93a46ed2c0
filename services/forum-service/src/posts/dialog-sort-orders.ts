import { defineOrders } from '../model/sort-order.ts';

export const DIALOG_ORDERS = defineOrders(
  {
    pub_date: 'pub_date',
    popularity: 'popularity',
    last_activity: 'last_activity',
    num_votes: 'num_votes',
    num_comments: 'num_comments',
    title: { text: 'title_start' },
    text: { text: 'text_start' },
    topic: 'topic',
    user__first_name: { text: 'author_name' },
    id: 'id',
    user__id: 'poster_id',
  },
  '-pub_date',
);

export const NEWEST_FIRST = DIALOG_ORDERS.get('-pub_date');
export const POPULAR_FIRST = DIALOG_ORDERS.get('-popularity');
