import { createChips, type FilterChip, type ViewedList } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import { stateNameIn } from '../../model/states.ts';
import { foldTagName } from '../../model/tag.ts';
import { parseTopic, type Topic } from '../../model/topics.ts';
import type { Assignee } from '../../moderation/assign-dialogs.ts';
import { DESK_ORDERS, type DeskOrder } from '../../moderation/filter-dialogs.ts';
import type { DialogFilter } from '../../moderation/match-dialogs.ts';
import { QUEUES, type Queue } from '../../moderation/queue.ts';
import type { ForumCall } from '../forum-tenant.ts';

const DAYS = ['1', '7', '30', '365'] as const;
const ANSWERED = ['yes', 'no'] as const;
const SNOOZED = ['yes'] as const;

/** In code points; the rest is ignored. */
const LONGEST_TEXT = 500;

/** The filters in the address of a list; undefined for those that it does not name. */
export interface ListQuery {
  /** Words, or a sender. Not in the queue. */
  q?: string | undefined;
  /** Only in the queue. */
  show?: Queue | undefined;
  topic?: Topic | undefined;
  state?: string | undefined;
  tag?: string | undefined;
  /** The ID of a poster. */
  person?: string | undefined;
  /** The ID of someone who works on the forum, `me` or `none`. */
  assignee?: string | undefined;
  answered?: (typeof ANSWERED)[number] | undefined;
  /** Those that are in the queue again on a day to come. */
  snoozed?: (typeof SNOOZED)[number] | undefined;
  /** Posted in so many days. */
  days?: (typeof DAYS)[number] | undefined;
  sort?: DeskOrder | undefined;
}

/** A list of dialogs that can be filtered. */
export type FilteredList = 'queue' | 'dialogs';

/** The choices of the filters. */
export interface FilterChoices {
  assignees: readonly Assignee[];
  /** The name of a poster. */
  nameOfPerson: string | undefined;
}

/** Unknown values are left out. */
export function readListQuery(query: Query, list: FilteredList): ListQuery {
  const text = (name: string) =>
    Array.from(query.first(name)?.trim() ?? '')
      .slice(0, LONGEST_TEXT)
      .join('') || undefined;
  const among = <Value extends string>(values: readonly Value[], name: string) =>
    values.find((value) => value === query.first(name));
  const id = (name: string) => parseId(query.first(name) ?? '')?.toString();
  const sort = among(DESK_ORDERS, 'sort');
  const show = among(QUEUES, 'show');
  return {
    q: list === 'dialogs' ? text('q') : undefined,
    show: list === 'queue' && show !== 'all' ? show : undefined,
    topic: parseTopic(query.first('topic') ?? ''),
    state: text('state'),
    tag: text('tag'),
    person: id('person'),
    assignee: among(['me', 'none'], 'assignee') ?? id('assignee'),
    answered: among(ANSWERED, 'answered'),
    snoozed: among(SNOOZED, 'snoozed'),
    days: among(DAYS, 'days'),
    sort: list === 'dialogs' && sort === 'newest' && !text('q') ? undefined : sort,
  };
}

/** The filters alone. @param me whose list it is */
export function filterOf({ assignee, answered, snoozed, ...query }: ListQuery, me: number): DialogFilter {
  const { topic, state, tag, person, days } = query;
  return {
    topic,
    state,
    tag: tag === undefined ? undefined : foldTagName(tag),
    person: person === undefined ? undefined : Number(person),
    assignee:
      assignee === undefined
        ? undefined
        : assignee === 'none'
          ? null
          : assignee === 'me'
            ? me
            : Number(assignee),
    answered: answered === undefined ? undefined : answered === 'yes',
    snoozed: snoozed && true,
    days: days === undefined ? undefined : Number(days),
  };
}

/** Whether it narrows the list or sorts it, beside words and the tab of the queue. */
export function isFiltered({ q: _, show: __, ...filter }: ListQuery): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The parameters of a list's address. */
export function parametersOf(query: ListQuery): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return new URLSearchParams(present).toString();
}

/** The first page of a list. */
export function listAddress({ base }: Pick<ForumCall, 'base'>, list: FilteredList, query: ListQuery): string {
  const parameters = parametersOf(query);
  return `${base}/${list}${parameters && `?${parameters}`}`;
}

/** The filters that need no choice, and all others that are active. */
export function chipsOf(
  call: ForumCall,
  list: FilteredList,
  { query, assignees, nameOfPerson }: FilterChoices & { query: ListQuery },
): FilterChip[] {
  const { words, language } = call.phrasing;
  const chip = createChips(query, (changed) => listAddress(call, list, changed));
  const { topic, state, tag, person, assignee, answered, days, sort } = query;
  const colleague = assignees.find(({ id }) => String(id) === assignee);
  return [
    chip({ assignee: 'me' }, words.assignedToMe),
    chip({ assignee: 'none' }, words.unassigned),
    ...(list === 'dialogs' || answered === 'no' ? [chip({ answered: 'no' }, words.withoutAnswer)] : []),
    answered === 'yes' && chip({ answered }, words.withAnswer),
    colleague && chip({ assignee }, colleague.name, words.assignee),
    topic && chip({ topic }, words.topicNames[topic], words.topic),
    state && chip({ state }, stateNameIn(language, state), words.state),
    tag && chip({ tag }, tag, words.tag),
    person && chip({ person }, nameOfPerson ?? `#${person}`, words.poster),
    chip({ snoozed: 'yes' }, words.snoozed),
    days && chip({ days }, words.postedWithin[days], words.posted),
    sort && chip({ sort }, words.orders[sort], words.sortedBy),
  ].filter((each) => typeof each === 'object');
}

/** Views that people save of a list. Staff belong to an account, which may have several forums. */
export function viewedList(list: FilteredList): ViewedList<ForumCall> {
  return {
    name: ({ tenant }) => `${list} ${tenant.forum.id}`,
    path: `/${list}`,
    section: list,
    canonical: (query) => parametersOf(readListQuery(query, list)),
  };
}
