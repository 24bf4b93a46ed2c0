export type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
export type { Account, PasswordChange } from '../account.ts';
export type { IssuedLink } from '../link-tokens.ts';
export type { LinkNeed, Links, NewAccount, ShownLink } from '../links.ts';
export type { MemberLink } from '../member-links.ts';
export type { Member, StaffChange } from '../members.ts';
export { OPEN_ID_PATH, OPEN_ID_SECONDS, type OpenId, type OpenIdEnd } from '../open-id.ts';
export type { Arrival, Passes } from '../passes.ts';
export type { NewPasskey, Passkey } from '../passkey-registration.ts';
export type { OwnPasskey, Passkeys } from '../passkeys.ts';
export type { PasswordSignIn } from '../password-sign-in.ts';
export { LONGEST_PASSWORD, type PasswordMistake, passwordMistake, SHORTEST_PASSWORD } from '../passwords.ts';
export type { ListedMember, People } from '../people.ts';
export type { Resets } from '../resets.ts';
export {
  type IsOriginOpen,
  type ListedSession,
  LONGEST_SESSION,
  requireOwnSession,
  type Session,
  type Sessions,
} from '../sessions.ts';
export type { Visitor, Ways } from '../sign-in-ways.ts';
export { createStaff, type OpenIdSettings, type Staff, type StaffOptions } from '../staff.ts';
