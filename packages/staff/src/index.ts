export { browserName } from './browser-name.ts';
export { foldAddress, readEmailAddress } from './email-address.ts';
export { offerFirstLink } from './first-person.ts';
export { forgetLanguage, renameLanguage } from './member-languages.ts';
export { INSTANCE, type LanguagesOf, listOwnedTenants, listOwners } from './members.ts';
export { STAFF_MIGRATIONS } from './migrations.ts';
export { createPeople, ensurePerson, type People } from './people.ts';
export { createPresence, PRESENCE_SECONDS, type Presence, type Present } from './presence.ts';
export {
  deleteView,
  type ListOfViews,
  listViews,
  MOST_VIEWS,
  mayShareViews,
  renameView,
  type SavedView,
  saveView,
} from './saved-views.ts';
export {
  createLinkToken,
  createSecretToken,
  formTokenOf,
  hashSecretToken,
  isFormTokenOf,
  isLinkToken,
  isSecretToken,
  linkTokenOf,
} from './secret-token.ts';
export { endPassedSessions } from './sessions.ts';
export {
  isRole,
  type RecordStaffEvent,
  ROLES,
  type Role,
  type StaffActor,
  type StaffEvent,
} from './staff-event.ts';
export type { StaffMail } from './staff-mail.ts';
export {
  isLoopback,
  readDeskUrl,
  readStaffSettings,
  STAFF_VARIABLES,
  type StaffConfig,
  type StaffSettings,
} from './staff-variables.ts';
export { addOwner, deleteStaff, STAFF_TABLES, STAFF_TABLES_LEFT } from './tenant-staff.ts';
