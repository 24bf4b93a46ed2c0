import { createCountBySubject } from '@guidepost/http/limits';
import { catalogueOf, fill } from '@guidepost/i18n';
import { noSuchPage } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';
import { isKnown, keepMessage } from '../../contact/keep-message.ts';
import {
  digestOf,
  MAX_ATTACHMENT_BYTES,
  type MessageMistakes,
  type ReadMessage,
  readMessage,
} from '../../contact/message-fields.ts';
import type { Context } from '../../context.ts';
import type { FormCall, PageCall } from '../page.ts';
import type { Site } from '../site.ts';

export type ContactContext = Pick<Context, 'database' | 'challenges' | 'rateLimits' | 'clients'>;

/** A field that people do not see and bots fill in. */
export const BAIT = 'your_homepage';

/** Bytes of a form with the largest file. */
export const MOST_FORM_BYTES = MAX_ATTACHMENT_BYTES + 1_000_000;

/** Made once for each form, so that one that is sent twice is taken once. */
const FORM_ID = /^[\w-]{8,64}$/;

export interface Received {
  read: ReadMessage;
  /** By field; none if the message is kept. */
  wrong: Readonly<Record<string, string>>;
  /** A mistake that belongs to none of the fields. */
  problem?: string;
}

/** Takes a message to the people behind a site, or says what is wrong with it. */
export type ReceiveMessage = (call: FormCall) => Promise<Received>;

/** @throws AppError `not-found` where readers cannot write */
export function requireContact({ site }: Pick<PageCall, 'site'>): void {
  if (!site.knowledgeBase.contact) throw noSuchPage();
}

/**
 * Messages with mistakes and those that were taken before count against no limit. Without a solved challenge, half as
 * many are taken, since not all browsers have scripts.
 * @param needsProof whether scripts send them, which can solve a challenge
 */
export function createReceiveMessage(context: ContactContext, needsProof: boolean): ReceiveMessage {
  const { database, challenges, rateLimits, clients } = context;
  const countAll = createCountBySubject(rateLimits.messages.all, clients);
  const countUnproven = createCountBySubject(rateLimits.messages.unproven, clients);
  return async (call) => {
    requireContact(call);
    const { site, form, files, request, response } = call;
    const { contact } = site.phrasing.words;
    const read = await readMessage(form, files, site.language);
    const wrong = sayMistakes(site, read.mistakes);
    if (form.first(BAIT)) return { read, wrong, problem: contact.again };
    if (Object.keys(wrong).length > 0) return { read, wrong };
    const formId = FORM_ID.exec(form.first('id') ?? '')?.[0];
    if (formId === undefined) return { read, wrong: { id: catalogueOf(site.language).messages.required } };
    const knowledgeBaseId = site.knowledgeBase.main_id;
    const digest = digestOf(read, formId);
    if (await isKnown(database, { knowledgeBaseId, digest })) return { read, wrong };
    const solution = form.first('altcha') ?? '';
    const proof = solution === '' ? undefined : await challenges.check(solution);
    if (!proof && (needsProof || solution !== '')) return { read, wrong: { altcha: contact.again } };
    await countAll(request, response, undefined);
    if (!proof) await countUnproven(request, response, undefined);
    const { message, file } = read;
    const outcome = await keepMessage(database, { knowledgeBaseId, digest, proof, message, file });
    if (outcome === 'full')
      throw new AppError('unavailable', 'Too many messages wait to be delivered.', { retryAfter: 600 });
    return outcome === 'used' ? { read, wrong: { altcha: contact.again } } : { read, wrong };
  };
}

function sayMistakes(
  { language }: Pick<Site, 'language'>,
  mistakes: MessageMistakes,
): Record<string, string> {
  const { messages } = catalogueOf(language);
  return Object.fromEntries(
    Object.entries(mistakes).map(([field, { message, maximum = 0 }]) => [
      field,
      fill(messages[message], { maximum }),
    ]),
  );
}
