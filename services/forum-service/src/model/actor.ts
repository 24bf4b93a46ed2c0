import type { Role } from '@guidepost/access';

/** Who makes a change. */
export interface Actor {
  /** Shown in the audit: the name of a person or a key, or the login name of the operator. */
  readonly name: string;
  /** A member changes their own posts only. */
  readonly role: Role | 'member';
  readonly door: 'desk' | 'api' | 'cli' | 'page';
  readonly personId?: number | undefined;
  /** The account that the actor belongs to; undefined for the command line, which may change all. */
  readonly accountId?: number | undefined;
}

/**
 * Somebody who changes what they wrote in a forum. The audit log and the texts before an edit are kept, so they do not
 * say who it is.
 */
export function memberActor({ account_id: accountId }: { account_id: number }): Actor {
  return { name: 'the author', role: 'member', door: 'page', accountId };
}
