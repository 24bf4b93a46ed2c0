export { browserName } from './browser-name.ts';
export { listOwners } from './list-owners.ts';
export { isLoopback } from './loopback.ts';
export { STAFF_MIGRATIONS } from './migrations.ts';
export { createPeople, deleteStaff } from './people.ts';
export { isRole, ROLES, type Role } from './role.ts';
export { createSecretToken, hashSecretToken } from './secret-token.ts';
export { formTokenOf, isFormTokenOf } from './sessions.ts';
export type { RecordStaffEvent, StaffActor, StaffEvent } from './staff-event.ts';
export type { StaffMail } from './staff-mail.ts';
export {
  readDeskUrl,
  readStaffSettings,
  STAFF_VARIABLES,
  type StaffConfig,
  type StaffSettings,
} from './staff-variables.ts';
export { STAFF_TABLES, STAFF_TABLES_LEFT } from './tenant-tables.ts';
