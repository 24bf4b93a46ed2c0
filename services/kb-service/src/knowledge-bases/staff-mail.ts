import type { StaffMail } from '@guidepost/access';
import { createMail, createStaffMail, type MailSettings } from '@guidepost/mail';
import { listKnowledgeBasesById } from './find-knowledge-base.ts';

/** Mail to the people who work on knowledge bases. */
export function createKnowledgeBaseMail(settings: MailSettings, deskUrl: string): StaffMail {
  return createStaffMail({
    mail: createMail(settings),
    deskUrl,
    async describeTenant(executor, id) {
      const [knowledgeBase] = await listKnowledgeBasesById(executor, [id]);
      return knowledgeBase ?? { name: '', language: 'en' };
    },
  });
}
