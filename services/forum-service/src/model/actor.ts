import type { Role } from '@guidepost/access';

/** Who makes a change. */
export interface Actor {
  /** Shown in the audit: the name of a person or a key, or the login name of the operator. */
  readonly name: string;
  readonly role: Role;
  readonly door: 'desk' | 'api' | 'cli';
  readonly personId?: number | undefined;
  /** The account that the actor belongs to; undefined for the command line, which may change all. */
  readonly accountId?: number | undefined;
}
