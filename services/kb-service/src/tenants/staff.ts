import {
  createMail,
  createStaffMail,
  createWebhookMail,
  type MailSettings,
  type StaffMailOptions,
} from '@guidepost/mail';
import type { LanguagesOf, RecordStaffEvent, StaffMail } from '@guidepost/staff';
import type { TellOwners } from '@guidepost/webhooks';
import { withdrawFrom } from '../notices/proposal-mail.ts';
import { composeAgain } from '../notices/review-mail.ts';
import { recordEvents } from './audit.ts';
import { listKnowledgeBasesById } from './find-knowledge-base.ts';

/** Mail to the people who work on knowledge bases. */
export function createKnowledgeBaseMail(settings: MailSettings, deskUrl: string): StaffMail {
  const mail = createStaffMail(optionsOf(settings, deskUrl));
  return {
    ...mail,
    async withdraw(transaction, person) {
      await mail.withdraw(transaction, person);
      await composeAgain(transaction, person.personId);
      await withdrawFrom(transaction, { knowledgeBaseId: person.tenantId, personId: person.personId });
    },
  };
}

/** Mail to the owners of a knowledge base whose webhook does not work. */
export function createKnowledgeBaseWebhookMail(settings: MailSettings, deskUrl: string): TellOwners {
  return createWebhookMail(optionsOf(settings, deskUrl));
}

function optionsOf(settings: MailSettings, deskUrl: string): StaffMailOptions {
  return {
    mail: createMail(settings),
    deskUrl,
    async describeTenant(executor, id) {
      const [knowledgeBase] = await listKnowledgeBasesById(executor, [id]);
      return knowledgeBase ?? { name: 'Guidepost', language: 'en' };
    },
  };
}

/** The languages of a knowledge base, to some of which its people may be limited. */
export const languagesOf: LanguagesOf = async (executor, tenantId) => {
  const [knowledgeBase] = await listKnowledgeBasesById(executor, [tenantId]);
  return knowledgeBase?.languages.map(({ language }) => language) ?? [];
};

/** Writes what happens to a knowledge base's people to its audit. */
export const recordStaffEvent: RecordStaffEvent = async (
  transaction,
  { tenantId, actor, action, person, details },
) => {
  const [knowledgeBase] = await listKnowledgeBasesById(transaction, [tenantId]);
  if (!knowledgeBase) return;
  const { id, host } = knowledgeBase;
  const event = { subject: person.email, details };
  await recordEvents(transaction, { id, host, actor, action: action.replace('.', ' ') }, [event]);
};
