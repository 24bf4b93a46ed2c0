export type { LinkNeed, Links, NewAccount, ShownLink } from './accept-link.ts';
export type { Account, PasswordChange } from './account.ts';
export type { SignInLimits } from './guessing.ts';
export type { IssuedLink } from './links.ts';
export { LONGEST_PASSWORD, type PasswordMistake, passwordMistake, SHORTEST_PASSWORD } from './passwords.ts';
export { createPeople, type ListedMember, type Member, type People, type StaffChange } from './people.ts';
export { type ListedSession, LONGEST_SESSION, type Session, type Sessions } from './sessions.ts';
export type { LockedPerson, OnFirstLock, PasswordSignIn, Visitor } from './sign-in.ts';
export { createStaff, type Staff, type StaffOptions } from './staff.ts';
