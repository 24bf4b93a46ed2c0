import { STAFF_MIGRATIONS } from '@guidepost/access';
import { INSIGHTS_MIGRATIONS } from '@guidepost/insights';
import { MAIL_MIGRATIONS } from '@guidepost/mail';
import { TENANT_MOVE_MIGRATIONS } from '@guidepost/postgres';
import { SEARCH_MIGRATIONS } from '@guidepost/search';
import { WEBHOOK_MIGRATIONS } from '@guidepost/webhooks';

export const MIGRATIONS = [
  SEARCH_MIGRATIONS,
  STAFF_MIGRATIONS,
  MAIL_MIGRATIONS,
  WEBHOOK_MIGRATIONS,
  INSIGHTS_MIGRATIONS,
  TENANT_MOVE_MIGRATIONS,
  new URL('../migrations/', import.meta.url),
];
