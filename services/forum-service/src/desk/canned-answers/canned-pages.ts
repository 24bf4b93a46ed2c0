import { type FormCall, pathId } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import {
  addCannedAnswer,
  changeCannedAnswer,
  LONGEST_CANNED_NAME,
  listCannedAnswers,
  removeCannedAnswer,
} from '../../moderation/canned-answers.ts';
import { readPostText, readValue } from '../../moderation/typed-values.ts';
import { MAX_POST_BYTES } from '../dialog/edit-pages.ts';
import { type ForumCall, type ForumPage, moderationOf } from '../forum-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

type CannedCall = FormCall<ForumCall>;

/** Texts that people at the desk answer with again and again. */
export function cannedPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  async function answers(call: ForumCall, content: object = {}) {
    return {
      template: 'canned-answers/canned-answers',
      title: call.phrasing.words.cannedAnswers,
      section: 'cannedAnswers',
      content: {
        answers: await listCannedAnswers(database, call.tenant.forum),
        typed: {},
        wrong: {},
        changed: undefined,
        ...content,
      },
    };
  }

  /** @param changed the one that is being changed, shown again with what is wrong */
  async function save(
    call: CannedCall,
    changed: number | undefined,
    store: (answer: { name: string; text: string }) => Promise<unknown>,
  ) {
    const typed = { name: call.form.first('name') ?? '', text: call.form.first('text') ?? '' };
    const name = readValue(typed.name, { maximum: LONGEST_CANNED_NAME });
    const text = readPostText(typed.text);
    const { words } = call.phrasing;
    const again = async (wrong: object) => ({
      ...(await answers(call, { typed, wrong, changed })),
      status: 422,
    });
    if (name === undefined || text === undefined) {
      return again({
        ...(name === undefined && { name: words.cannedNameRule }),
        ...(text === undefined && { text: words.textRule }),
      });
    }
    try {
      await store({ name, text });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'conflict') throw error;
      return again({ name: words.cannedTaken });
    }
    return { seeOther: `${call.base}/canned-answers`, notice: 'noticeSaved' };
  }

  return {
    '/canned-answers': {
      roles: ROLES,
      maximumBytes: MAX_POST_BYTES,
      read: (call) => answers(call),
      post: (call) =>
        save(call, undefined, (answer) =>
          addCannedAnswer(database, moderationOf(call, 'canned add'), answer),
        ),
    },
    '/canned-answers/:answer': {
      roles: ROLES,
      maximumBytes: MAX_POST_BYTES,
      read: async ({ base }) => ({ seeOther: `${base}/canned-answers` }),
      async post(call) {
        const id = pathId(call.path, 'answer');
        if (call.form.first('action') !== 'remove') {
          return save(call, id, (answer) =>
            changeCannedAnswer(database, moderationOf(call, 'canned change'), { id, ...answer }),
          );
        }
        await removeCannedAnswer(database, moderationOf(call, 'canned remove'), id);
        return { seeOther: `${call.base}/canned-answers`, notice: 'noticeCannedRemoved' };
      },
    },
  };
}
