import { AppError } from '@guidepost/service-kit';
import type { Actor } from './actor.ts';

const OPERATORS = [] as const;
const OWNER = ['owner'] as const;
const EDITORS = ['owner', 'editor'] as const;
const EVERYONE = ['owner', 'editor', 'author'] as const;
/** Members, too, for what they wrote themselves: see {@link needsGuard}. */
const EDITORS_AND_MEMBERS = ['owner', 'editor', 'member'] as const;
const OWNER_AND_MEMBERS = ['owner', 'member'] as const;
const MEMBERS = ['member'] as const;

/** Who of an account's staff may make which change (S33). Actions are named as the commands are typed. */
export const PERMISSIONS = {
  create: OPERATORS,
  delete: OWNER,
  set: OWNER,
  erase: OWNER_AND_MEMBERS,
  'account set': OPERATORS,
  'metadata add': OWNER,
  'metadata remove': OWNER,
  'key create': OWNER,
  'key revoke': OWNER,
  'webhook add': OWNER,
  'webhook remove': OWNER,
  'webhook rotate': OWNER,
  'webhook test': OWNER,
  'webhook resend': OWNER,
  'dialog archive': EDITORS,
  'dialog restore': EDITORS,
  'dialog delete': EDITORS_AND_MEMBERS,
  'dialog undelete': EDITORS,
  'dialog purge': EDITORS,
  'dialog edit': EDITORS_AND_MEMBERS,
  'dialog accept': MEMBERS,
  'dialog merge': EDITORS,
  'dialog unmerge': EDITORS,
  'dialog topic': EVERYONE,
  'dialog state': EVERYONE,
  'dialog assign': EVERYONE,
  'dialog snooze': EVERYONE,
  'note add': EVERYONE,
  'note remove': EDITORS,
  'dialog done': EVERYONE,
  'dialog wait': EVERYONE,
  'comment answer': EVERYONE,
  'comment edit': EDITORS_AND_MEMBERS,
  'comment restore': EDITORS,
  'comment delete': EDITORS_AND_MEMBERS,
  'comment undelete': EDITORS,
  'comment purge': EDITORS,
  'comment org-reply': EDITORS,
  'canned add': EDITORS,
  'canned change': EDITORS,
  'canned remove': EDITORS,
  'redirect add': EDITORS,
  'redirect change': EDITORS,
  'redirect remove': EDITORS,
  'redirect import': EDITORS,
  'tag add': EVERYONE,
  'tag remove': EVERYONE,
  'tag public': EDITORS,
  'tag private': EDITORS,
  'reports resolve': EDITORS,
  spam: EDITORS,
  'spam undo': EDITORS,
  'spam forget': EDITORS,
  'block add': EDITORS,
  'block remove': EDITORS,
  'file delete': EDITORS,
  'staff notify': EVERYONE,
} as const satisfies Record<string, readonly Actor['role'][]>;

export type Action = keyof typeof PERMISSIONS;

/** The command line may do everything. */
export function isPermitted({ role, door }: Pick<Actor, 'role' | 'door'>, action: Action): boolean {
  const roles: readonly Actor['role'][] = PERMISSIONS[action];
  return door === 'cli' || roles.includes(role);
}

/** Actions of members that find the members' own content by themselves. */
const UNGUARDED: ReadonlySet<Action> = new Set<Action>(['erase']);

/** Whether a guard must make sure, in the transaction, that what is changed is the actor's own. */
export function needsGuard({ role }: Pick<Actor, 'role'>, action: Action): boolean {
  return role === 'member' && !UNGUARDED.has(action);
}

/** @throws AppError `forbidden` */
export function requirePermission(actor: Pick<Actor, 'role' | 'door'>, action: Action): void {
  if (isPermitted(actor, action)) return;
  throw new AppError('forbidden', `The role ${actor.role} does not allow this: ${action}.`, {
    reason: 'roleForbids',
  });
}

/** The action of a command. */
export function actionNamed(name: string): Action {
  if (Object.hasOwn(PERMISSIONS, name)) return name as Action;
  throw new Error(`There is no permission for ${name}.`);
}
