import {
  createMail,
  createStaffMail,
  createWebhookMail,
  type MailSettings,
  type StaffMailOptions,
} from '@guidepost/mail';
import type { StaffMail } from '@guidepost/staff';
import type { TellOwners } from '@guidepost/webhooks';
import { listKnowledgeBasesById } from './find-knowledge-base.ts';
import { composeAgain } from './review-mail.ts';

/** Mail to the people who work on knowledge bases. */
export function createKnowledgeBaseMail(settings: MailSettings, deskUrl: string): StaffMail {
  const mail = createStaffMail(optionsOf(settings, deskUrl));
  return {
    ...mail,
    async withdraw(transaction, person) {
      await mail.withdraw(transaction, person);
      await composeAgain(transaction, person.personId);
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
      return knowledgeBase ?? { name: '', language: 'en' };
    },
  };
}
