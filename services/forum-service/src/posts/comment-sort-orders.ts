import { defineOrders } from '../model/sort-order.ts';

export const COMMENT_ORDERS = defineOrders(
  { pub_date: 'pub_date', id: 'id', user__id: 'poster_id', user__first_name: { text: 'author_name' } },
  '-pub_date',
);
