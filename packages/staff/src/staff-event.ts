import type { Executor } from '@guidepost/postgres';

/**
 * The role of a person in a tenant. An owner may do everything; an editor changes all content; an author writes drafts
 * and proposes them.
 */
export type Role = 'owner' | 'editor' | 'author';

export const ROLES: readonly Role[] = ['owner', 'editor', 'author'];

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** Who makes a change: a person at the desk, an access key, or an operator, who owns every tenant. */
export interface StaffActor {
  /** Shown in the audit log. */
  readonly name: string;
  readonly role: Role;
  /** The interface that the change came through. */
  readonly door: 'desk' | 'api' | 'cli';
  readonly personId?: number | undefined;
}

/** A change of a tenant's staff, for its audit log. */
export interface StaffEvent {
  tenantId: number;
  actor: StaffActor;
  action:
    | 'staff.invite'
    | 'staff.accept'
    | 'staff.join-by-domain'
    | 'staff.role'
    | 'staff.languages'
    | 'staff.remove'
    | 'staff.link'
    | 'staff.reset'
    | 'staff.pass'
    | 'staff.arrive'
    | 'staff.refuse';
  person: { id: number; email: string };
  details: Readonly<Record<string, string>>;
}

/** Writes an entry of the audit log in the transaction of the change. */
export type RecordStaffEvent = (transaction: Executor, event: StaffEvent) => Promise<void>;
