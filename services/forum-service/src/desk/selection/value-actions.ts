import { AppError, parseId } from '@guidepost/service-kit';
import { parseTopic, type Topic } from '../../model/topics.ts';
import { assignDialogs } from '../../moderation/assign-dialogs.ts';
import { snoozeDialogs } from '../../moderation/snooze-dialogs.ts';
import { readState, readTagNames } from '../../moderation/typed-values.ts';
import { setState, setTopic, setWaiting } from '../../posts/change-dialogs.ts';
import { tagDialogs } from '../../posts/tag-dialogs.ts';
import type { Outcome } from '../../tenants/moderate.ts';
import { moderationOf } from '../forum-tenant.ts';
import { seenModerationOf } from '../review.ts';
import {
  CHOSEN,
  type Ran,
  type SelectionAction,
  type SelectionCall,
  type SelectionNeeds,
} from './selection-action.ts';
import { wakingTime } from './waking-time.ts';

/** Changes that give dialogs a value. */
export function valueActions(context: SelectionNeeds): Record<string, SelectionAction> {
  const { database } = context;
  // Taking something back is no news.
  const untold = { database, notices: { tellAssignee: async () => {} } };

  async function tagAll(call: SelectionCall, ids: number[], removed: boolean): Promise<Ran> {
    const [tag, ...others] = readTagNames(call.form.first('tag') ?? '') ?? [];
    if (tag === undefined || others.length > 0)
      throw new AppError('invalid', 'A tag is required.', {
        fields: { tag: ['A tag is required.'] },
        reason: 'tagNeeded',
      });
    const moderation = seenModerationOf(call, removed ? 'tag remove' : 'tag add', ids);
    const { changed } = await tagDialogs(database, moderation, { ...CHOSEN, ids, tag, removed });
    return { changed: changed.length, undoable: changed, fields: { tag } };
  }

  return {
    state: {
      async run(call, ids) {
        const state = readState(call.form.first('state') ?? '');
        if (!state) throw new AppError('invalid', 'A state is required.', { reason: 'stateNeeded' });
        const choice = { ...CHOSEN, ids, state, onlyOffered: true };
        const { changed } = await setState(database, seenModerationOf(call, 'dialog state', ids), choice);
        return { changed: changed.length, undoable: [] };
      },
      notice: 'noticeState',
    },
    assign: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, assignee: assigneeIn(call.form) };
        const { changed, former } = await assignDialogs(
          context,
          seenModerationOf(call, 'dialog assign', ids),
          choice,
        );
        return {
          changed: changed.length,
          undoable: changed,
          former,
          fields: { from: String(choice.assignee ?? '') },
        };
      },
      notice: 'noticeAssigned',
      undo: 'assignBack',
    },
    assignBack: {
      async run(call) {
        const from = assigneeIn(call.form, 'from');
        let changed = 0;
        for (const [former, ids] of formerIn(call)) {
          const choice = { ...CHOSEN, ids, from, assignee: parseId(former) ?? null };
          const done = await assignDialogs(untold, moderationOf(call, 'dialog assign'), choice);
          changed += done.changed.length;
        }
        return { changed, undoable: [] };
      },
      notice: 'noticeAssigned',
    },
    topic: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, topic: topicIn(call.form.first('topic')) };
        const moderation = seenModerationOf(call, 'dialog topic', ids);
        const { changed, former } = await setTopic(database, moderation, choice);
        return { changed: changed.length, undoable: changed, former, fields: { from: choice.topic } };
      },
      notice: 'noticeTopic',
      undo: 'topicBack',
    },
    topicBack: {
      async run(call) {
        const from = topicIn(call.form.first('from'));
        let changed = 0;
        for (const [former, ids] of formerIn(call)) {
          const choice = { ...CHOSEN, ids, from, topic: topicIn(former) };
          changed += (await setTopic(database, moderationOf(call, 'dialog topic'), choice)).changed.length;
        }
        return { changed, undoable: [] };
      },
      notice: 'noticeTopic',
    },
    snooze: {
      async run(call, ids) {
        const choice = { ...CHOSEN, ids, until: wakingTime(call.form) };
        const moderation = seenModerationOf(call, 'dialog snooze', ids);
        const { changed, former } = await snoozeDialogs(database, moderation, choice);
        const before = new Map([...former].map(([id, since]) => [id, since?.toISOString() ?? 'done']));
        return { changed: changed.length, undoable: changed, former: before };
      },
      notice: 'noticeSnoozed',
      undo: 'wake',
    },
    // Dialogs that were snoozed before are so again, those that did not wait are done, others wait as long as before.
    wake: {
      async run(call) {
        let changed = 0;
        for (const [former, ids] of formerIn(call))
          changed += (await wake(database, call, { former, ids })).changed.length;
        return { changed, undoable: [] };
      },
      notice: 'noticeWaiting',
    },
    tag: {
      run: (call, ids) => tagAll(call, ids, false),
      notice: 'noticeTagged',
      undo: 'untag',
    },
    untag: {
      run: (call, ids) => tagAll(call, ids, true),
      notice: 'noticeUntagged',
      undo: 'tag',
    },
  };
}

/** @param dialogs and when they had begun to wait, or are in the queue again */
function wake(
  database: SelectionNeeds['database'],
  call: SelectionCall,
  { former, ids }: { former: string; ids: number[] },
): Promise<Outcome> {
  const chosen = { ...CHOSEN, ids };
  const at = new Date(former);
  if (at > new Date())
    return snoozeDialogs(database, moderationOf(call, 'dialog snooze'), { ...chosen, until: at });
  if (former === 'done')
    return setWaiting(database, moderationOf(call, 'dialog done'), { ...chosen, waiting: false });
  const since = Number.isNaN(at.getTime()) ? undefined : at;
  return setWaiting(database, moderationOf(call, 'dialog wait'), { ...chosen, waiting: true, since });
}

/** The dialogs of a form that takes something back, by the value that they had. */
function formerIn({ form }: SelectionCall): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [id, value] of form.family('dialog'))
    groups.set(value, [...(groups.get(value) ?? []), parseId(id) ?? []].flat());
  return groups;
}

/** @throws AppError `invalid` */
export function topicIn(typed: string | undefined): Topic {
  const topic = parseTopic(typed ?? '');
  if (!topic) throw new AppError('invalid', 'There is no such topic.', { reason: 'noSuchChoice' });
  return topic;
}

/** Null for no one. @throws AppError `invalid` */
export function assigneeIn(form: SelectionCall['form'], field = 'assignee'): number | null {
  const typed = form.first(field);
  if (typed === '') return null;
  const id = parseId(typed);
  if (id === undefined)
    throw new AppError('invalid', 'There is no such colleague.', { reason: 'noSuchChoice' });
  return id;
}
