import {
  type DeskCall,
  type DeskEndpoint,
  type DeskPage,
  type DeskTenant,
  fieldErrorsOf,
  pathId,
  settingErrorsOf,
} from '@guidepost/desk';
import type { GuideDeskWords } from '@guidepost/i18n';
import { AppError } from '@guidepost/service-kit';
import type { Present } from '@guidepost/staff';
import type { KnowledgeBase } from '../model/knowledge-base.ts';
import type { Action, Actor } from '../model/permissions.ts';

/** A knowledge base as its desk knows it: its ID is that of all languages, like its people and settings. */
export interface KbTenant extends DeskTenant {
  /** In one of its languages. */
  knowledgeBase: KnowledgeBase;
}

export type KbCall = DeskCall<KbTenant, GuideDeskWords>;

/** The change that a page or an endpoint is for, which it opens for: in the language of the page. */
interface Purpose {
  readonly purpose?: Action | undefined;
}

export type KbPage = DeskPage<KbCall> & Purpose;

export type KbEndpoint = DeskEndpoint<KbCall> & Purpose;

/** @param siteAddress undefined where another site shows the guides */
export function tenantOf(
  knowledgeBase: KnowledgeBase,
  siteAddress: (host: string) => string | undefined,
): KbTenant {
  const { main_id: id, main_host: mainKey, host: key, name, access, forum } = knowledgeBase;
  const { accent_color: accentColor } = knowledgeBase;
  const site = access === 'public' ? siteAddress(key) : undefined;
  const languages = knowledgeBase.languages.map((each) => each.language);
  return { id, key, mainKey, name, accentColor, languages, site, partner: forum || undefined, knowledgeBase };
}

/** Who makes the changes of a request. */
export function actorOf({
  session,
  role,
  languages,
  tenant,
}: Pick<KbCall, 'session' | 'role' | 'languages' | 'tenant'>): Actor {
  const { id: personId, name } = session.person;
  return { name, role, door: 'desk', personId, knowledgeBaseId: tenant.id, languages };
}

/**
 * Mistakes in a guide, a category or a tag, in the language of the page, by field.
 * @throws what is not about a field
 */
export function guideErrorsOf(
  error: unknown,
  { words }: Pick<KbCall['phrasing'], 'words'>,
): Record<string, string> {
  const { settingRules, guideRules } = words;
  const rules: Record<string, string> = { ...guideRules, multipleGuidesName: settingRules.name };
  const isTaken = error instanceof AppError && error.kind === 'conflict';
  const wrong = Object.keys(fieldErrorsOf(error)).flatMap((field) => {
    const rule = field === 'slug' && isTaken ? guideRules.slugTaken : rules[field];
    return rule ? [[field, rule] as const] : [];
  });
  return { ...settingErrorsOf(error, { words }), ...Object.fromEntries(wrong) };
}

/** A request about one guide. */
export interface GuideCall extends KbCall {
  guideId: number;
  /** The address of its editing page. */
  here: string;
}

/** Someone who has a guide open. */
export function presentAt({ tenant, guideId, session }: GuideCall): Present {
  return { tenantId: tenant.knowledgeBase.id, thingId: guideId, personId: session.person.id };
}

export function guideCallOf(call: KbCall): GuideCall {
  const guideId = pathId(call.path, 'guide');
  return { ...call, guideId, here: `${call.base}/guides/${guideId}` };
}
