import type { StaffMail } from '@guidepost/access';
import { createMail, createStaffMail, type MailSettings } from '@guidepost/mail';
import { preparedStatement } from '@guidepost/postgres';

const describe = preparedStatement(new URL('./sql/describe-account.sql', import.meta.url));

/** Mail to the people who work on the forums of an account, in the language of its first forum. */
export function createForumMail(settings: MailSettings, deskUrl: string): StaffMail {
  return createStaffMail({
    mail: createMail(settings),
    deskUrl,
    describeTenant: (executor, id) => executor.one<{ name: string; language: string }>(describe([id])),
  });
}
