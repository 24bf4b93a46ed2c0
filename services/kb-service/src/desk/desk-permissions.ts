import type { FormCall, Section } from '@guidepost/desk';
import { type Action, isPermitted, requirePermission } from '../model/permissions.ts';
import type { KbCall, KbEndpoint, KbPage } from './kb-tenant.ts';

type Visitor = Pick<KbCall, 'tenant' | 'role' | 'languages'>;

/** Whether someone may make a change in the language of the page: what would be refused is not offered. */
export function mayChange({ tenant, role, languages }: Visitor, action: Action): boolean {
  return isPermitted({ role, languages }, action, tenant.knowledgeBase);
}

/** The pages of a desk, which open for people who may make the change that each is for. */
export function withPurposes(pages: Readonly<Record<string, KbPage>>): Record<string, KbPage> {
  return mapParts(pages, ({ purpose, read, post, ...page }) => ({
    ...page,
    ...(read && { read: openFor(purpose, read) }),
    ...(post && { post: openFor(purpose, post) }),
  }));
}

/** The same for endpoints. */
export function endpointsWithPurposes(
  endpoints: Readonly<Record<string, KbEndpoint>>,
): Record<string, KbEndpoint> {
  return mapParts(endpoints, ({ purpose, get, send, ...endpoint }) => ({
    ...endpoint,
    ...(get && { get: openFor(purpose, get) }),
    ...(send && { send: openFor(purpose, send) }),
  }));
}

function mapParts<Part>(parts: Readonly<Record<string, Part>>, map: (part: Part) => Part) {
  return Object.fromEntries(Object.entries(parts).map(([path, part]) => [path, map(part)]));
}

type Answer<Call, Answered> = (call: Call) => Promise<Answered>;

function openFor<Call extends Visitor & Partial<Pick<FormCall<KbCall>, 'upload'>>, Answered>(
  purpose: Action | undefined,
  answer: Answer<Call, Answered>,
): Answer<Call, Answered> {
  if (!purpose) return answer;
  return async (call) => {
    const { tenant, role, languages, upload } = call;
    if (!mayChange(call, purpose)) await upload?.discard();
    requirePermission({ role, languages }, purpose, tenant.knowledgeBase);
    return answer(call);
  };
}

/** Messages concern all languages. */
export function maySeeMessages(call: Visitor): boolean {
  return call.tenant.knowledgeBase.contact && mayChange(call, 'contact retry');
}

/** The sections of a desk: for everyone, for those who may make a change, or for owners. */
const SECTIONS = [
  { key: 'guides', isFor: () => true },
  { key: 'insights', isFor: () => true },
  // Only where readers can write some.
  {
    key: 'messages',
    isFor: maySeeMessages,
  },
  { key: 'structure', isFor: (call: Visitor) => mayChange(call, 'category change') },
  ...(['people', 'keys', 'webhooks', 'settings', 'audit', 'health'] as const).map((key) => ({
    key,
    isFor: ({ role }: Visitor) => role === 'owner',
  })),
] as const;

export function sectionsOf(call: Visitor & Pick<KbCall, 'phrasing'>): Section[] {
  const { words } = call.phrasing;
  return SECTIONS.filter(({ isFor }) => isFor(call)).map(({ key }) => ({
    key,
    path: key,
    label: words[key],
    hasSearch: key === 'guides',
  }));
}
