export { hideSecrets } from './hide-secrets.ts';
export { createAccessKey, hashAccessKey, type LiveKey, readBearerKey } from './keys/access-key.ts';
export { createKeyRing, type KeyRing } from './keys/key-ring.ts';
export { type AccessKey, type IssuedKey, insertAccessKey, revokeStoredKey } from './keys/stored-keys.ts';
export { type CountBySubject, countRequest, createCountBySubject } from './limits/count-requests.ts';
export type { LimitersBySubject, RateLimiter } from './limits/rate-limit.ts';
export {
  createServiceRateLimits,
  LIMIT_VARIABLES,
  type LimitConfig,
  REQUESTS_A_MINUTE,
  type ServiceRateLimitsOptions,
} from './limits/service-rate-limits.ts';
export { createTokenBuckets } from './limits/token-buckets.ts';
export { browserName } from './staff/browser-name.ts';
export type { SignInLimits } from './staff/guessing.ts';
export { listOwners } from './staff/list-owners.ts';
export { isLoopback } from './staff/loopback.ts';
export { STAFF_MIGRATIONS } from './staff/migrations.ts';
export { createPeople, deleteStaff } from './staff/people.ts';
export { isRole, ROLES, type Role } from './staff/role.ts';
export { createSecretToken, hashSecretToken } from './staff/secret-token.ts';
export { formTokenOf, isFormTokenOf } from './staff/sessions.ts';
export type { RecordStaffEvent, StaffActor, StaffEvent } from './staff/staff-event.ts';
export type { StaffMail } from './staff/staff-mail.ts';
export {
  readDeskUrl,
  readStaffSettings,
  STAFF_VARIABLES,
  type StaffConfig,
  type StaffSettings,
} from './staff/staff-variables.ts';
export { STAFF_TABLES, STAFF_TABLES_LEFT } from './staff/tenant-tables.ts';
