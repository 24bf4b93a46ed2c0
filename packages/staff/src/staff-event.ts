import type { Executor } from '@guidepost/postgres';
import type { Role } from './role.ts';

/** Who makes a change: a person at the desk, an access key, or an operator, who owns every tenant. */
export interface StaffActor {
  /** Shown in the audit log. */
  readonly name: string;
  readonly role: Role;
  /** Where the change came from. */
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
    | 'staff.remove'
    | 'staff.link';
  person: { id: number; email: string };
  details: Readonly<Record<string, string>>;
}

/** Writes an entry of the audit log in the transaction of the change. */
export type RecordStaffEvent = (transaction: Executor, event: StaffEvent) => Promise<void>;
