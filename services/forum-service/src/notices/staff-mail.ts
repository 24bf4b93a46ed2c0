import {
  createMail,
  createStaffMail,
  createWebhookMail,
  type MailSettings,
  type StaffMailOptions,
} from '@guidepost/mail';
import { sql } from '@guidepost/postgres';
import type { StaffMail } from '@guidepost/staff';
import type { TellOwners } from '@guidepost/webhooks';
import { withdrawNoticesToPerson } from './withdraw-notices.ts';

const describe = sql`
  select a.name,
    coalesce((select f.language from forums f where f.account_id = a.id order by f.id limit 1), 'en') as language
  from accounts a
  where a.id = $1
`;

/** Mail to the people who work on the forums of an account, in the language of its first forum. */
export function createForumMail(settings: MailSettings, deskUrl: string): StaffMail {
  const mail = createStaffMail(optionsOf(settings, deskUrl));
  return {
    ...mail,
    async withdraw(transaction, person) {
      await mail.withdraw(transaction, person);
      await withdrawNoticesToPerson(transaction, person);
    },
  };
}

/** The same to the owners of an account whose webhook does not work. */
export function createForumWebhookMail(settings: MailSettings, deskUrl: string): TellOwners {
  return createWebhookMail(optionsOf(settings, deskUrl));
}

function optionsOf(settings: MailSettings, deskUrl: string): StaffMailOptions {
  return {
    mail: createMail(settings),
    deskUrl,
    async describeTenant(executor, id) {
      const found = await executor.oneOrNone<{ name: string; language: string }>(describe([id]));
      return found ?? { name: 'Guidepost', language: 'en' };
    },
  };
}
