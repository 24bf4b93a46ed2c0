import type { Role } from '@guidepost/staff';

/** Who makes a change. */
export interface Actor {
  /** Shown in the audit: the name of a person or a key, or the login name of the operator. */
  readonly name: string;
  /** A member changes their own posts only. */
  readonly role: Role | 'member';
  /** Where the change came from. */
  readonly door: 'desk' | 'api' | 'cli' | 'page';
  readonly personId?: number | undefined;
  /** The account that the actor belongs to; undefined for the command line, which may change all. */
  readonly accountId?: number | undefined;
}

/** The name that members have in the audit log and in the texts before an edit, which are kept. */
export const THE_AUTHOR = 'the author';

/** A person who changes what they wrote in a forum. */
export function memberActor({ account_id: accountId }: { account_id: number }): Actor {
  return { name: THE_AUTHOR, role: 'member', door: 'page', accountId };
}
