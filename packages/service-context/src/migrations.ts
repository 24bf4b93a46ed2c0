import { INSIGHTS_MIGRATIONS } from '@guidepost/desk/migrations';
import { MAIL_MIGRATIONS } from '@guidepost/mail/migrations';
import { SHARED_MIGRATIONS } from '@guidepost/postgres';
import { SEARCH_MIGRATIONS } from '@guidepost/search/migrations';
import { STAFF_MIGRATIONS } from '@guidepost/staff/migrations';
import { WEBHOOK_MIGRATIONS } from '@guidepost/webhooks/migrations';

/** Folders with the migrations of packages, to run before those of a service. */
export const PACKAGE_MIGRATIONS: readonly URL[] = [
  SEARCH_MIGRATIONS,
  STAFF_MIGRATIONS,
  MAIL_MIGRATIONS,
  WEBHOOK_MIGRATIONS,
  INSIGHTS_MIGRATIONS,
  SHARED_MIGRATIONS,
];
