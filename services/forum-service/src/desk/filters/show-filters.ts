import { showViews } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { fill } from '@guidepost/i18n';
import type { Context } from '../../context.ts';
import { stateNameIn } from '../../model/states.ts';
import { listAssignees } from '../../moderation/assign-dialogs.ts';
import type { ViewCount } from '../../moderation/count-views.ts';
import { DESK_ORDERS } from '../../moderation/filter-dialogs.ts';
import { listStates } from '../../posts/states.ts';
import { choosableStates, type ForumCall } from '../forum-tenant.ts';
import {
  chipsOf,
  type FilteredList,
  isFiltered,
  type ListQuery,
  listAddress,
  viewedList,
} from './dialog-filter.ts';

interface ShownList {
  query: ListQuery;
  /** The dialogs on the page, which know the name of a poster. */
  dialogs: readonly { poster_id: number; name: string }[];
  /** How many dialogs were looked at, if there may be more that match. */
  lookedAt: number | undefined;
  /** How many dialogs each of the views shows; undefined where counting takes long. */
  count(call: ForumCall, views: Query[]): Promise<(ViewCount | undefined)[]>;
}

/** The data of the template `filters/filters`, and the views of the list. */
export async function showFilters(
  { database }: Pick<Context, 'database'>,
  call: ForumCall,
  { list, query, dialogs, lookedAt, count }: ShownList & { list: FilteredList },
): Promise<object> {
  const { phrasing, tenant } = call;
  const assignees = await listAssignees(database, tenant.forum);
  const states = choosableStates(tenant.forum.states, await listStates(database, tenant.forum));
  const nameOfPerson = dialogs.find(({ poster_id }) => String(poster_id) === query.person)?.name;
  const { words, language } = phrasing;
  return {
    list,
    filter: query,
    isFiltered: isFiltered(query),
    chips: chipsOf(call, list, { query, assignees, nameOfPerson }),
    clearAddress: isFiltered(query) && listAddress(call, list, { q: query.q, show: query.show }),
    fields: fieldsOf(call, {
      list,
      query,
      assignees,
      states: states.map((state) => [state, stateNameIn(language, state)]),
    }),
    assignees,
    nameOf: new Map(assignees.map(({ id, name }) => [id, name])),
    lookedThrough:
      lookedAt !== undefined && fill(words.lookedThrough, { count: lookedAt.toLocaleString(language) }),
    views: await showViews(database, call, {
      ...viewedList(list),
      count: async (...views) => (await count(...views)).map(shownCount),
    }),
  };
}

function shownCount(counted: ViewCount | undefined): string | number | undefined {
  return counted?.isMore ? `${counted.count}+` : counted?.count;
}

type Option = readonly [value: string, text: string];

interface Field {
  name: keyof ListQuery;
  label: string;
  any: string;
  options: readonly Option[];
}

interface Offered {
  list: FilteredList;
  query: ListQuery;
  assignees: readonly { id: number; name: string }[];
  states: readonly Option[];
}

function fieldsOf(
  { phrasing: { words }, tenant }: ForumCall,
  { list, query, assignees, states }: Offered,
): Field[] {
  const usual = list === 'queue' ? 'waiting' : query.q ? 'relevance' : 'newest';
  const colleagues = assignees.map(({ id, name }): Option => [String(id), name]);
  const named = (names: Readonly<Record<string, string>>, values: readonly string[]): Option[] =>
    values.map((value) => [value, names[value] ?? value]);
  return [
    { name: 'state', label: words.state, any: words.anyState, options: states },
    {
      name: 'topic',
      label: words.topic,
      any: words.anyTopic,
      options: named(words.topicNames, tenant.forum.topics),
    },
    {
      name: 'assignee',
      label: words.assignee,
      any: words.anybody,
      options: [['me', words.assignedToMe], ['none', words.unassigned], ...colleagues],
    },
    {
      name: 'answered',
      label: words.officialAnswer,
      any: words.anyAnswer,
      options: [
        ['yes', words.withAnswer],
        ['no', words.withoutAnswer],
      ],
    },
    {
      name: 'days',
      label: words.posted,
      any: words.anyTime,
      options: Object.entries(words.postedWithin),
    },
    {
      name: 'sort',
      label: words.order,
      any: words.orders[usual],
      options: named(
        words.orders,
        DESK_ORDERS.filter((order) => order !== usual),
      ),
    },
  ];
}
