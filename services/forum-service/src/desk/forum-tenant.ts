import type { DeskCall, DeskPage, DeskTenant } from '@guidepost/desk';
import type { DialogDeskWords } from '@guidepost/i18n';
import type { Actor } from '../model/actor.ts';
import type { Forum } from '../model/forum.ts';
import type { Action } from '../model/permissions.ts';
import { type DialogState, stateClassIn, stateNameIn } from '../model/states.ts';
import { LIMITS } from '../posts/field-kinds.ts';

/** A forum as its desk knows it. Its staff belong to the account, whose id is the tenant's. */
export interface ForumTenant extends DeskTenant {
  forum: Forum;
}

export type ForumCall = DeskCall<ForumTenant, DialogDeskWords>;

export type ForumPage = DeskPage<ForumCall>;

/** @param hasSiblings whether its account has other forums */
export function tenantOf(forum: Forum, hasSiblings: boolean): ForumTenant {
  const { account_id: id, slug: key, name, accent_color: accentColor } = forum;
  return { id, key, name, accentColor, partner: forum.guides || undefined, forum, hasSiblings };
}

/** Who makes the changes of a request. */
export function actorOf({ session, role, tenant }: Pick<ForumCall, 'session' | 'role' | 'tenant'>): Actor {
  const { id: personId, name } = session.person;
  return { name, role, door: 'desk', personId, accountId: tenant.id };
}

/** Who changes what of the forum of a request. */
export function moderationOf<Name extends Action>(call: ForumCall, action: Name) {
  return { slug: call.tenant.key, actor: actorOf(call), action };
}

/** The desk shows people without a name by their e-mail address; readers see the organization instead. */
export function publicNameOf({ session: { person }, tenant }: Pick<ForumCall, 'session' | 'tenant'>): string {
  const name = person.name === person.email ? tenant.forum.formal_name : person.name;
  return Array.from(name).slice(0, LIMITS.name).join('');
}

/** Which page of a list is asked for; anything else is the first. */
export function pageNumberOf({ query }: Pick<ForumCall, 'query'>): number {
  const typed = query.first('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1;
}

/** States in the language of the page, and with the colours of the forum. */
interface StateViews {
  stateName(state: string): string;
  /** The class of the badge. */
  stateClass(state: string): string;
}

export function stateViewsOf({ phrasing, tenant }: ForumCall): StateViews {
  return {
    stateName: (state) => stateNameIn(phrasing.language, state),
    stateClass: (state) => stateClassIn(tenant.forum.states, state),
  };
}

/** The states to choose from: those that are offered, and those that posts have already. */
export function choosableStates(
  offered: readonly DialogState[],
  present: readonly (string | null)[] = [],
): string[] {
  const texts = present.filter((state) => state !== null);
  return [...new Set([...offered.map(({ name }) => name), ...texts])];
}
