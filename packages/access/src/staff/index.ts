export type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
export type { LinkNeed, Links, NewAccount, ShownLink } from './accept-link.ts';
export type { Account, PasswordChange } from './account.ts';
export type { SignInLimits } from './guessing.ts';
export type { IssuedLink } from './links.ts';
export { isLoopback } from './loopback.ts';
export { OPEN_ID_PATH, OPEN_ID_SECONDS, type OpenId, type OpenIdEnd } from './open-id.ts';
export type { NewPasskey, Passkey } from './passkey-registration.ts';
export type { OwnPasskey, Passkeys } from './passkeys.ts';
export { LONGEST_PASSWORD, type PasswordMistake, passwordMistake, SHORTEST_PASSWORD } from './passwords.ts';
export {
  createPeople,
  type ListedMember,
  type Member,
  type MemberLink,
  type People,
  type StaffChange,
} from './people.ts';
export { type ListedSession, LONGEST_SESSION, type Session, type Sessions } from './sessions.ts';
export type { PasswordSignIn, Visitor } from './sign-in.ts';
export { createStaff, type OpenIdSettings, type Staff, type StaffOptions } from './staff.ts';
export type { Ways } from './ways.ts';
