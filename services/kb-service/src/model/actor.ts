import type { Role } from './permissions.ts';

/** Who makes a change. */
export interface Actor {
  /** Shown in history and audit: the name of a person or a key, or the login name of the operator. */
  readonly name: string;
  readonly role: Role;
  /** Where the change came from. */
  readonly door: 'desk' | 'api' | 'cli';
  readonly personId?: number | undefined;
  /** The knowledge base that the actor belongs to; undefined for the command line, which may change all. */
  readonly knowledgeBaseId?: number | undefined;
}
