import { addressBlock } from '@guidepost/http';
import { noSuchPage } from '@guidepost/pages';
import type { Executor } from '@guidepost/postgres';
import { findGuideByReference } from '../../content/find-guide.ts';
import type { Context } from '../../context.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import type { FormCall, PageForm, PageKind } from '../page.ts';
import { answerScript, refuseScript } from '../script-answers.ts';
import {
  type ContactContext,
  createReceiveMessage,
  MOST_FORM_BYTES,
  requireContact,
} from './receive-message.ts';

/** `/contact/challenge`: the work that a browser does before a message is taken. */
export function contactChallenge({ challenges }: Pick<Context, 'challenges'>): PageKind {
  return {
    isForScripts: true,
    async read(call) {
      requireContact(call);
      return answerScript(200, await challenges.issue());
    },
  };
}

/** `/contact/messages`: takes a message from a script of any site, such as a widget. */
export function contactMessages(context: ContactContext): PageForm {
  const receive = createReceiveMessage(context, true);
  return {
    isForScripts: true,
    mostUploadBytes: MOST_FORM_BYTES,
    async post(call) {
      const { wrong, problem } = await receive(call);
      const errors = [
        ...(problem === undefined ? [] : [{ message: problem }]),
        ...Object.entries(wrong).map(([field, message]) => ({ field, message })),
      ];
      return errors.length > 0 ? refuseScript(400, errors) : answerScript(201, { state: 'received' });
    },
  };
}

export type DeflectionContext = Pick<Context, 'database' | 'clients' | 'deflections'>;

/** `/contact/answered`: a guide answered what someone was about to ask, for scripts of any site. */
export function contactDeflection(context: DeflectionContext): PageForm {
  return {
    isForScripts: true,
    mostUploadBytes: 10_000,
    async post(call) {
      await countDeflection(context, call);
      return { ...answerScript(204, {}), body: '' };
    },
  };
}

/** Counts the guide that a form names, by its slug or its ID. @throws AppError `not-found` */
export async function countDeflection(
  { database, clients, deflections }: DeflectionContext,
  call: FormCall,
): Promise<void> {
  requireContact(call);
  const { id: guideId } = await requireGuide(database, call);
  const client = addressBlock(clients.addressOf(call.request));
  await deflections.count({ knowledgeBaseId: call.site.knowledgeBase.main_id, guideId, client });
}

async function requireGuide(executor: Executor, { site, form }: FormCall) {
  const { knowledgeBase } = site;
  const guide = await findGuideByReference(executor, {
    knowledgeBaseId: knowledgeBase.id,
    withFallbacks: isEdition(knowledgeBase),
    reference: form.first('guide'),
  });
  if (!guide) throw noSuchPage();
  return guide;
}
