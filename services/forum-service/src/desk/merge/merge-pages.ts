import type { FormCall, View } from '@guidepost/desk';
import type { Query } from '@guidepost/http';
import { AppError, parseId } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { findDialogs } from '../../moderation/find-dialogs.ts';
import { type DialogDetails, showDialogs } from '../../moderation/find-posts.ts';
import { mergeDialogs } from '../../moderation/merge-dialogs.ts';
import { undoMerge } from '../../moderation/undo-merge.ts';
import { findMergedInto } from '../../posts/read-dialog.ts';
import { dialogAt, dialogIdOf, dialogNumbered, sourcesOfFiles } from '../dialog/dialog-call.ts';
import { type ForumCall, type ForumPage, moderationOf, stateViewsOf } from '../forum-tenant.ts';
import { SEEN, seenModerationOf } from '../review.ts';
import { previewMerge } from './preview-merge.ts';

const ROLES = ['owner', 'editor'] as const;

type Needs = Pick<Context, 'database' | 'config' | 'dialogSearch' | 'files'>;

/** How many dialogs are offered to merge into. */
const MAX_CANDIDATES = 6;

/** How many dialogs are merged at once. */
const MOST_MERGED = 25;

interface Merging {
  ids: number[];
  /** The words typed to find the other post. */
  typed: string;
}

/** Merges dialogs into another one: offers similar ones, previews the one that is chosen, merges, and undoes it. */
export function mergePages(context: Needs): Record<string, ForumPage> {
  const { database, config, dialogSearch } = context;

  /** Those that exist, in this order. */
  async function readAll(call: ForumCall, ids: readonly number[]): Promise<DialogDetails[]> {
    const found = await Promise.all(
      ids.map((id) =>
        showDialogs(database, call.tenant.key, [id]).catch((error) => {
          if (error instanceof AppError && error.kind === 'not-found') return [];
          throw error;
        }),
      ),
    );
    return found.flat();
  }

  async function show(call: ForumCall, { ids: chosen, typed }: Merging, content: object = {}) {
    // Before the dialogs are read: what comes in between has not been seen.
    const seen = { name: SEEN, at: Date.now() };
    const into = idIn(typed);
    const ids = chosen.length > 1 ? chosen.filter((id) => id !== into) : chosen;
    const sources = await readAll(call, ids);
    const [first] = sources;
    if (!first || sources.length < ids.length) return leadOn(call, ids);
    const [target] = into === undefined || ids.includes(into) ? [] : await readAll(call, [into]);
    const isNumber = into !== undefined;
    const candidates = target ? [] : await similarTo(call, sources, isNumber ? '' : typed);
    const { words } = call.phrasing;
    const wrong = isNumber ? words.mergeIntoRule : words.noDialogsFound;
    const isWrong = typed !== '' && (isNumber ? !target : candidates.length === 0);
    return {
      template: 'merge/merge',
      title: words.mergeDialog,
      section: 'queue',
      foreign: sourcesOfFiles(context),
      content: {
        sources,
        chosen,
        ids,
        target,
        preview: target && (await previewMerge(context, call, { sources, target })),
        // Several may become part of one of them.
        candidates: !target && chosen.length > 1 && typed === '' ? sources : candidates,
        typed,
        wrong: isWrong ? { into: wrong } : {},
        here: call.request.path,
        seen,
        address: chosen.length > 1 ? `${call.base}/queue` : `${call.base}/dialogs/${first.id}`,
        ...stateViewsOf(call),
        problem: undefined,
        ...content,
      },
    } satisfies View;
  }

  /** Dialogs like the first one, or about what was typed; none while search is out of order. */
  async function similarTo(call: ForumCall, sources: readonly DialogDetails[], typed: string) {
    const query = typed || (sources[0]?.title ?? '');
    const limit = MAX_CANDIDATES + sources.length;
    const request = { forum: call.tenant.forum, query, start: 0, limit };
    const { rows } = await findDialogs({ database, dialogSearch }, request).catch((error) => {
      if (error instanceof AppError && error.kind === 'unavailable') return { rows: [] };
      throw error;
    });
    const ids = new Set(sources.map(({ id }) => id));
    return rows.filter((row) => !ids.has(row.id) && !row.held).slice(0, MAX_CANDIDATES);
  }

  /** A colleague has merged one of them already. */
  async function leadOn(call: ForumCall, ids: readonly number[]) {
    for (const id of ids) {
      const target = await findMergedInto(database, call.tenant.forum.id, id);
      if (target !== undefined)
        return { seeOther: `${call.base}/dialogs/${target}`, notice: 'noticeAlreadyMerged' };
    }
    throw new AppError('not-found', 'There is no such dialog.');
  }

  async function merge(call: FormCall<ForumCall>, { ids, typed }: Merging) {
    const into = idIn(typed);
    if (into === undefined) return { ...(await show(call, { ids, typed })), status: 422 };
    const sources = ids.length > 1 ? ids.filter((id) => id !== into) : ids;
    try {
      const wanted = { ids: sources, into, publicUrl: config.PUBLIC_URL };
      const moderation = seenModerationOf(call, 'dialog merge', [...sources, into]);
      const { action } = await mergeDialogs(database, moderation, wanted);
      const undo = { action: `${call.base}/merges/${action}/undo`, fields: {} };
      return { seeOther: `${call.base}/dialogs/${into}`, notice: 'noticeMerged', undo };
    } catch (error) {
      if (!(error instanceof AppError) || !REFUSALS.has(error.kind)) throw error;
      const { changedSinceShown, mergeRefused } = call.phrasing.words;
      const isChanged = error.details.reason === 'changedSinceShown';
      const problem = isChanged ? changedSinceShown : mergeRefused;
      return { ...(await show(call, { ids, typed }, { problem })), status: 422 };
    }
  }

  const page = (idsOf: (call: ForumCall, sent: Query) => number[]): ForumPage => ({
    roles: ROLES,
    read: (call) => show(call, { ids: idsOf(call, call.query), typed: typedIn(call.query) }),
    post: (call) => merge(call, { ids: idsOf(call, call.form), typed: typedIn(call.form) }),
  });

  return {
    '/dialogs/:dialog/merge': page((call) => [dialogIdOf(call)]),
    '/merge': page((_, sent) => idsIn(sent)),
    '/merges/:merge/undo': {
      roles: ROLES,
      async post(call) {
        const id = parseId(call.path.merge ?? '') ?? 0;
        try {
          const { restored, left } = await undoMerge(database, moderationOf(call, 'dialog unmerge'), id);
          const notice = left.length > 0 ? 'noticeUnmergedInPart' : 'noticeUnmerged';
          return { seeOther: `${call.base}/dialogs/${restored.at(-1)}`, notice };
        } catch (error) {
          if (!(error instanceof AppError) || error.kind !== 'not-found') throw error;
          return { seeOther: `${call.base}/queue`, notice: 'noticeUndoIsOver' };
        }
      },
    },
  };
}

const REFUSALS = new Set<string>(['conflict', 'invalid', 'not-found']);

function typedIn(sent: Query): string {
  return sent.first('into')?.trim() ?? '';
}

/** @throws AppError `not-found` */
function idsIn(sent: Query): number[] {
  const ids = (sent.first('ids') ?? '').split(',').flatMap((id) => parseId(id) ?? []);
  if (ids.length > 0) return [...new Set(ids)].slice(0, MOST_MERGED);
  throw new AppError('not-found', 'There is no such dialog.');
}

function idIn(typed: string): number | undefined {
  return dialogNumbered(typed) ?? dialogAt(typed);
}
