import { parseQuery, type Query } from '@guidepost/http';
import type { Executor } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import {
  deleteView,
  type ListOfViews,
  listViews,
  mayShareViews,
  renameView,
  type SavedView,
  saveView,
} from '@guidepost/staff';
import type { Done, View } from '../layout/view.ts';
import type { DeskCall, DeskPage, FormCall } from '../requests/calls.ts';
import { refusalOf } from '../requests/problems.ts';

/** A list of a desk whose filters can be saved as views. */
export interface ViewedList<Call extends DeskCall> {
  /** Tells the lists of a tenant apart. */
  readonly name: (call: Call) => string;
  /** Below the tenant's address: `/guides`. */
  readonly path: string;
  readonly section: string;
  /** The query as the list's own links have it, without a page; unknown parameters are left out. */
  readonly canonical: (query: Query) => string;
  /** How many each of the views shows, or a text such as `999+`; undefined where counting takes long. */
  readonly count?: (call: Call, queries: Query[]) => Promise<(string | number | undefined)[]>;
}

/** A link to a view above its list. */
export interface ShownView {
  name: string;
  address: string;
  isPresent: boolean;
  count: string | number | undefined;
}

/** The data of the template `@views`, which stands above a list. */
export interface ShownViews {
  all: ShownView;
  saved: ShownView[];
  /** The page of all views. */
  address: string;
  /** The query to save; empty if there is nothing to save. */
  query: string;
  mayShare: boolean;
}

/** Further views have no number: counting them would make the list slow. */
const MOST_COUNTED = 10;

/** The views above a list that is shown. */
export async function showViews<Call extends DeskCall>(
  executor: Executor,
  call: Call,
  list: ViewedList<Call>,
): Promise<ShownViews> {
  const present = list.canonical(call.query);
  const address = `${call.base}${list.path}`;
  const views = await listViews(executor, listOf(call, list));
  const counted = views.slice(0, MOST_COUNTED).map(({ query }) => parseQuery(query));
  const counts = counted.length > 0 ? await list.count?.(call, counted) : undefined;
  const saved = views.map(({ name, query }, place) => ({
    name,
    address: `${address}?${query}`,
    isPresent: query === present,
    count: counts?.[place],
  }));
  const isSaved = saved.some(({ isPresent }) => isPresent);
  return {
    all: { name: call.phrasing.words.allViews, address, isPresent: present === '', count: undefined },
    saved,
    address: `${address}/views`,
    query: isSaved ? '' : present,
    mayShare: mayShareViews(call.role),
  };
}

/** The page on which views are saved, renamed and deleted. */
export function viewPages<Call extends DeskCall>(
  database: Executor,
  list: ViewedList<Call>,
): Record<string, DeskPage<Call>> {
  async function page(call: Call, typed: object = {}): Promise<View> {
    const views = await listViews(database, listOf(call, list));
    const address = `${call.base}${list.path}`;
    const mayShare = mayShareViews(call.role);
    const shown = (shared: boolean) =>
      views
        .filter((view) => view.shared === shared)
        .map((view) => ({ ...view, address: `${address}?${view.query}`, mayChange: mayShare || !shared }));
    return {
      template: '@saved-views',
      title: call.phrasing.words.savedViews,
      section: list.section,
      content: {
        groups: [
          { label: call.phrasing.words.sharedViews, views: shown(true) },
          { label: call.phrasing.words.ownViews, views: shown(false) },
        ],
        list: address,
        mayShare,
        typed: undefined,
        wrong: {},
        problem: undefined,
        ...typed,
      },
    };
  }

  const actions: Record<string, (call: FormCall<Call>) => Promise<Done>> = {
    async save(call) {
      const view = typedIn(call, list);
      await saveView(database, listOf(call, list), view);
      return { seeOther: `${call.base}${list.path}?${view.query}`, notice: 'noticeSaved' };
    },
    async rename(call) {
      const { id, name } = typedIn(call, list);
      await renameView(database, listOf(call, list), { id, name });
      return { seeOther: `${call.base}${list.path}/views`, notice: 'noticeSaved' };
    },
    async delete(call) {
      const deleted = await deleteView(database, listOf(call, list), typedIn(call, list).id);
      const address = `${call.base}${list.path}/views`;
      return {
        seeOther: address,
        notice: 'noticeViewDeleted',
        undo: { action: address, fields: fieldsOf(deleted) },
      };
    },
  };

  return {
    [`${list.path}/views`]: {
      read: (call) => page(call),
      async post(call) {
        const name = call.form.first('action') ?? '';
        const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
        if (!action) throw new AppError('invalid', 'There is no such action.');
        try {
          return await action(call);
        } catch (error) {
          if (!(error instanceof AppError) || !['invalid', 'conflict'].includes(error.kind)) throw error;
          const { status, wrong, problem } = refusalOf(error, call.phrasing);
          return {
            ...(await page(call, { wrong, problem, typed: { ...typedIn(call, list), action: name } })),
            status,
          };
        }
      },
    },
  };
}

function listOf<Call extends DeskCall>(call: Call, list: ViewedList<Call>): ListOfViews {
  return { tenantId: call.tenant.id, personId: call.session.person.id, list: list.name(call) };
}

function typedIn<Call extends DeskCall>({ form }: FormCall<Call>, list: ViewedList<Call>): SavedView {
  return {
    id: Number(form.first('view')),
    name: form.first('name') ?? '',
    query: list.canonical(parseQuery(form.first('query') ?? '')),
    shared: form.first('shared') === 'on',
  };
}

/** A form that saves it again. */
function fieldsOf({ name, query, shared }: SavedView): Record<string, string> {
  return { action: 'save', name, query, ...(shared && { shared: 'on' }) };
}
