import { parseQuery, type Query } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import type { ForumCall } from '../forum-tenant.ts';
import { type ListQuery, listAddress, parametersOf, readListQuery } from './dialog-filter.ts';

/** The place of a dialog in a queue, from which its page was opened. The address of the page keeps it. */
export interface QueuePlace {
  query: ListQuery;
  /** From 0 on. The dialog that follows is there once this one has left the queue. */
  at: number;
}

/** Undefined for a dialog that was not opened from the queue. */
export function placeIn(query: Query): QueuePlace | undefined {
  const number = parseId(query.first('place'));
  if (number === undefined) return undefined;
  return { query: readListQuery(parseQuery(query.first('queue') ?? ''), 'queue'), at: number - 1 };
}

/** The page of a dialog that keeps its place. */
export function dialogAddress(
  { base }: Pick<ForumCall, 'base'>,
  id: number,
  place: QueuePlace | undefined,
): string {
  return `${base}/dialogs/${id}${placeQuery(place)}`;
}

/** A query string; empty without a place. */
export function placeQuery(place: QueuePlace | undefined): string {
  if (!place) return '';
  const queue = parametersOf(place.query);
  return `?${new URLSearchParams({ ...(queue && { queue }), place: String(place.at + 1) })}`;
}

/** The queue from which the page of a dialog was opened. */
export function queueAddress(call: ForumCall): string {
  return listAddress(call, 'queue', placeIn(call.query)?.query ?? {});
}

/** The way from a dialog to the one after it in the queue. */
export function nextAddress(call: ForumCall, id: number): string {
  const place = placeIn(call.query);
  const filters = parametersOf(place?.query ?? {});
  const after = new URLSearchParams({ after: String(id), ...(place && { place: String(place.at + 1) }) });
  return `${call.base}/queue/next?${[filters, after].filter(Boolean).join('&')}`;
}
