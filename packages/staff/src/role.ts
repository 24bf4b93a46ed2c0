/**
 * What a person may do in a tenant. An owner may do everything; an editor changes all content; an author writes drafts
 * and proposes them.
 */
export type Role = 'owner' | 'editor' | 'author';

export const ROLES: readonly Role[] = ['owner', 'editor', 'author'];

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
