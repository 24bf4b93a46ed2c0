import { createHash } from 'node:crypto';
import { type FormCall, refusalOf } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { type DialogState, MOST_STATES, STATE_COLORS } from '../../model/states.ts';
import { TOPICS } from '../../model/topics.ts';
import { countStates, listStates, MAX_COUNTED } from '../../posts/states.ts';
import { requireForum } from '../../tenants/find-forum.ts';
import { changeSettings } from '../../tenants/forum-settings.ts';
import { readStateName, readStates } from '../../tenants/state-definitions.ts';
import { actorOf, type ForumCall, type ForumPage, stateViewsOf } from '../forum-tenant.ts';

const SHOWN = 'shown';

/** The last row of the form, for one more state. */
const NEW = 'new';

type Content = {
  typed?: readonly DialogState[];
  added?: DialogState | undefined;
  problem?: string | undefined;
};

/** The states that staff can choose for dialogs: their names, colours, meanings, kinds and order. */
export function statesPage({ database, config }: Pick<Context, 'database' | 'config'>): ForumPage {
  const serviceUrls = [config.PUBLIC_URL, config.DESK_URL];

  async function show(call: ForumCall, content: Content = {}) {
    const forum = await requireForum(database, call.tenant.key);
    const states = content.typed ?? forum.states;
    const names = states.map(({ name }) => name);
    const others = (await listStates(database, forum)).filter(
      (name) => !forum.states.some((state) => state.name === name),
    );
    const uses = await countStates(database, forum.id, [...names, ...others]);
    return {
      template: 'states/states',
      title: call.phrasing.words.states,
      section: 'settings',
      content: {
        ...stateViewsOf({ ...call, tenant: { ...call.tenant, forum } }),
        states,
        others,
        added: content.added,
        countOf: (name: string) => uses.get(name) ?? 0,
        sayCount: (name: string) => sayCount(call, uses.get(name) ?? 0),
        shown: { name: SHOWN, version: versionOf(forum.states) },
        isFull: states.length >= MOST_STATES,
        colors: STATE_COLORS,
        topics: TOPICS,
        problem: content.problem,
      },
    };
  }

  async function save(call: FormCall<ForumCall>, wanted: DialogState[]): Promise<boolean> {
    const change = { slug: call.tenant.key, actor: actorOf(call), serviceUrls };
    const shown = call.form.first(SHOWN);
    return changeSettings(database, change, { states: wanted }, ({ states }) => {
      if (shown === undefined || shown === versionOf(states)) return;
      throw new AppError('conflict', 'The states have been changed.', { reason: 'statesChangedMeanwhile' });
    });
  }

  return {
    roles: ['owner'],
    read: (call) => show(call),
    async post(call) {
      const { typed, added } = readTyped(call);
      try {
        const action = call.form.first('action') ?? '';
        const changed = await save(call, readAll(rearranged([...typed, ...added], action)));
        return {
          seeOther: `${call.base}/settings/states`,
          notice: changed ? 'noticeSaved' : 'noticeUnchanged',
        };
      } catch (error) {
        const { status, headers, wrong, problem } = refusalOf(error, call.phrasing);
        const content = { typed, added: added[0], problem: problem ?? wrong.states };
        return { ...(await show(call, content)), status, headers };
      }
    },
  };
}

/** Tells whether a colleague has changed them since. */
function versionOf(states: readonly DialogState[]): string {
  const parts = states.map(({ name, color, closed, topics }) => [name, color, closed, topics]);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}

function sayCount({ phrasing }: ForumCall, count: number): string {
  const said = phrasing.count(phrasing.words.stateUses, count);
  return count < MAX_COUNTED ? said : `${said}+`;
}

/** The rows as they were typed, and the new one unless it is empty. */
function readTyped({ form }: FormCall<ForumCall>): { typed: DialogState[]; added: DialogState[] } {
  const row = (key: string) => ({
    name: form.first(`name[${key}]`) ?? '',
    color: form.first(`color[${key}]`) as DialogState['color'],
    closed: form.first(`closed[${key}]`) === 'closed',
    topics: TOPICS.filter((topic) => form.first(`topic[${key}-${topic}]`) === 'on'),
  });
  const keys = form.family('name').map(([key]) => key);
  const typed = keys.filter((key) => key !== NEW).slice(0, MOST_STATES + 1);
  const added = row(NEW);
  return { typed: typed.map(row), added: added.name.trim() === '' ? [] : [added] };
}

/** @throws AppError `invalid` */
function readAll(rows: readonly DialogState[]): DialogState[] {
  const states = readStates(rows);
  if (states) return states;
  const names = rows.map(({ name }) => readStateName(name));
  const reason = rows.some(({ topics }) => topics.length === 0)
    ? 'stateNeedsKind'
    : rows.length > MOST_STATES
      ? 'tooManyStates'
      : names.includes(undefined)
        ? 'stateRule'
        : 'stateTwice';
  const message = 'The states are not allowed.';
  const details = { fields: { states: [message] }, reason, values: { limit: MOST_STATES } };
  throw new AppError('invalid', message, details);
}

/** The rows after a button beside one of them: `up:2`, `down:2`, `remove:2`. */
function rearranged(rows: readonly DialogState[], action: string): DialogState[] {
  const [, name, place] = /^(up|down|remove):(\d{1,2})$/.exec(action) ?? [];
  const [index, changed] = [Number(place), [...rows]];
  const [row] = name === undefined ? [] : changed.splice(index, 1);
  if (row && name !== 'remove') changed.splice(Math.max(0, name === 'up' ? index - 1 : index + 1), 0, row);
  return changed;
}
