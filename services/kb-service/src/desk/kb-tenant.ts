import type { DeskCall, DeskPage, DeskTenant } from '@guidepost/desk';
import type { GuideDeskWords } from '@guidepost/i18n';
import type { Actor } from '../model/actor.ts';
import type { KnowledgeBase } from '../model/knowledge-base.ts';

/** A knowledge base as its desk knows it. */
export interface KbTenant extends DeskTenant {
  knowledgeBase: KnowledgeBase;
}

export type KbCall = DeskCall<KbTenant, GuideDeskWords>;

export type KbPage = DeskPage<KbCall>;

export function tenantOf(knowledgeBase: KnowledgeBase): KbTenant {
  const { id, host: key, name, accent_color: accentColor } = knowledgeBase;
  return { id, key, name, accentColor, knowledgeBase };
}

/** Who makes the changes of a request. */
export function actorOf({ session, role, tenant }: Pick<KbCall, 'session' | 'role' | 'tenant'>): Actor {
  const { id: personId, name } = session.person;
  return { name, role, door: 'desk', personId, knowledgeBaseId: tenant.id };
}
