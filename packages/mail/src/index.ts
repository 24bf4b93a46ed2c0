export { createMailDelivery, type MailDeliveryOptions } from './delivery.ts';
export { createKeptMail, type KeptMail } from './kept-mail.ts';
export { type Letter, type MailContent, writeLetter } from './letter.ts';
export {
  createMail,
  deleteMailOfTenant,
  linksAreLate,
  type Mail,
  type Message,
  mailOfTenant,
  moveMail,
  type WithdrawnMail,
  withdrawMail,
  withdrawMailTo,
} from './mail-queue.ts';
export { MAIL_VARIABLES, type MailConfig, type MailSettings, readMailSettings } from './mail-settings.ts';
export { MAIL_MIGRATIONS } from './migrations.ts';
export { createStaffMail, createWebhookMail, type StaffMailOptions } from './staff-mail.ts';
export { MAIL_TABLES, MAIL_TABLES_LEFT } from './tenant-tables.ts';
export { createMailTransport, type MailTransport } from './transport.ts';
