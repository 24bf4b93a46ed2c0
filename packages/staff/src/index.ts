export { browserName } from './browser-name.ts';
export type { StaffMail } from './links.ts';
export { listOwners } from './members.ts';
export { STAFF_MIGRATIONS } from './migrations.ts';
export { createPeople, deleteStaff, STAFF_TABLES, STAFF_TABLES_LEFT } from './people.ts';
export {
  createSecretToken,
  formTokenOf,
  hashSecretToken,
  isFormTokenOf,
  isSecretToken,
} from './secret-token.ts';
export {
  isRole,
  type RecordStaffEvent,
  ROLES,
  type Role,
  type StaffActor,
  type StaffEvent,
} from './staff-event.ts';
export {
  isLoopback,
  readDeskUrl,
  readStaffSettings,
  STAFF_VARIABLES,
  type StaffConfig,
  type StaffSettings,
} from './staff-variables.ts';
