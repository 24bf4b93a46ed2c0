import { AppError } from '@guidepost/service-kit';

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

export type Role = 'owner' | 'editor' | 'author';

const OWNER = ['owner'] as const;
const EDITORS = ['owner', 'editor'] as const;
const EVERYONE = ['owner', 'editor', 'author'] as const;

/** Who may make which change. Actions are named as the commands are typed. */
export const PERMISSIONS = {
  'knowledge-base create': OWNER,
  'knowledge-base set': OWNER,
  'knowledge-base delete': OWNER,
  'key create': OWNER,
  'key revoke': OWNER,
  'webhook add': OWNER,
  'webhook remove': OWNER,
  'webhook rotate': OWNER,
  'webhook test': OWNER,
  'webhook resend': OWNER,
  'contact set': OWNER,
  'contact retry': EDITORS,
  'contact close': EDITORS,
  'contact erase': OWNER,
  'search reindex': OWNER,
  'search synonyms': EDITORS,
  import: EDITORS,
  'guide create': EVERYONE,
  'guide publish': EDITORS,
  'guide schedule': EDITORS,
  'guide unpublish': EDITORS,
  'guide rename': EDITORS,
  'guide move': EDITORS,
  'guide tag': EDITORS,
  'guide forget': EDITORS,
  'guide assign': EDITORS,
  'guide review': EVERYONE,
  // Guides that readers see are described by those who may publish them.
  'guide describe': EVERYONE,
  'guide delete': EDITORS,
  'guide restore': EDITORS,
  'guide purge': EDITORS,
  'draft save': EVERYONE,
  'draft propose': EVERYONE,
  'draft return': EVERYONE,
  'draft send-back': EDITORS,
  'draft discard': EVERYONE,
  'note write': EVERYONE,
  'note answer': EVERYONE,
  'note resolve': EVERYONE,
  'note reopen': EVERYONE,
  'note delete': EVERYONE,
  'version restore': EVERYONE,
  'image upload': EVERYONE,
  'file upload': EVERYONE,
  'comment delete': EDITORS,
  'category create': EDITORS,
  'category change': EDITORS,
  'category move': EDITORS,
  'category merge': EDITORS,
  'category order': EDITORS,
  'category delete': EDITORS,
  'redirect add': EDITORS,
  'redirect change': EDITORS,
  'redirect remove': EDITORS,
  'redirect import': EDITORS,
  'tag create': EDITORS,
  'tag rename': EDITORS,
  'tag merge': EDITORS,
  'tag delete': EDITORS,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof PERMISSIONS;

export function isPermitted({ role }: { role: Role }, action: Action): boolean {
  const roles: readonly Role[] = PERMISSIONS[action];
  return roles.includes(role);
}

export function rolesThat(action: Action): readonly Role[] {
  return PERMISSIONS[action];
}

/** @throws AppError `forbidden` */
export function requirePermission(actor: { role: Role }, action: Action): void {
  if (isPermitted(actor, action)) return;
  throw new AppError('forbidden', `The role ${actor.role} does not allow this: ${action}.`, {
    reason: 'roleForbids',
  });
}
