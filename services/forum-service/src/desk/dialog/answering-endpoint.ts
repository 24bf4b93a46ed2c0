import { type DeskEndpoint, readJson, scriptAnswer } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { ANSWERING } from '../../posts/answer-dialog.ts';
import { findDialog } from '../../posts/read-dialog.ts';
import type { ForumCall } from '../forum-tenant.ts';
import { dialogIdOf } from './dialog-call.ts';

const MAX_BYTES = 1_000;

/** The page of a dialog tells whether someone is writing an answer, and hears who else is. */
export function answeringEndpoints({
  database,
}: Pick<Context, 'database'>): Record<string, DeskEndpoint<ForumCall>> {
  return {
    '/dialogs/:dialog/answering': {
      async send(call) {
        const sent = (await readJson(call.request, MAX_BYTES)) as { answering?: unknown } | null | undefined;
        if (typeof sent?.answering !== 'boolean')
          throw new AppError('malformed', 'Send whether you are answering.');
        const who = answeringOf(call);
        const dialog = await findDialog(database, { forumId: who.tenantId, id: who.thingId, keyed: true });
        if (!dialog) throw new AppError('not-found', 'There is no such dialog.');
        await (sent.answering ? ANSWERING.note : ANSWERING.stop)(database, who);
        return scriptAnswer(200, { colleagues: await ANSWERING.list(database, who) });
      },
    },
  };
}

export function answeringOf(call: ForumCall) {
  return {
    tenantId: call.tenant.forum.id,
    thingId: dialogIdOf(call),
    personId: call.session.person.id,
  };
}
