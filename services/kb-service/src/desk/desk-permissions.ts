import type { Section } from '@guidepost/desk';
import { type Action, isPermitted, requirePermission } from '../model/permissions.ts';
import type { KbCall, KbPage } from './kb-tenant.ts';

type Visitor = Pick<KbCall, 'tenant' | 'role' | 'languages'>;

/** Whether someone may make a change in the language of the page: what would be refused is not offered. */
export function mayChange({ tenant, role, languages }: Visitor, action: Action): boolean {
  return isPermitted({ role, languages }, action, tenant.knowledgeBase);
}

/** The changes that pages are for, by the beginning of their paths; the first one counts. */
const PURPOSES: readonly [path: RegExp, action: Action][] = [
  [/^\/structure\/synonyms/, 'search synonyms'],
  [/^\/structure/, 'category change'],
  [/^\/deleted/, 'guide restore'],
  [/^\/guides\/:guide\/discard/, 'draft discard'],
  [/^\/insights\/leads-to/, 'guide describe'],
];

/** The pages of a desk, of which those for changes open for people who may make these in the language of the page. */
export function withPurposes(pages: Readonly<Record<string, KbPage>>): Record<string, KbPage> {
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => {
      const action = PURPOSES.find(([begin]) => begin.test(path))?.[1];
      return [path, action ? openFor(action, page) : page];
    }),
  );
}

function openFor(action: Action, { read, post, ...page }: KbPage): KbPage {
  const check = ({ tenant, role, languages }: Visitor) =>
    requirePermission({ role, languages }, action, tenant.knowledgeBase);
  return {
    ...page,
    ...(read && {
      async read(call) {
        check(call);
        return read(call);
      },
    }),
    ...(post && {
      async post(call) {
        if (!mayChange(call, action)) await call.upload?.discard();
        check(call);
        return post(call);
      },
    }),
  };
}

/** The sections of a desk: for everyone, for those who may make a change, or for owners. */
const SECTIONS = [
  { key: 'guides', isFor: () => true },
  { key: 'insights', isFor: () => true },
  // Only where readers can write some.
  {
    key: 'messages',
    isFor: (call: Visitor) => call.tenant.knowledgeBase.contact && mayChange(call, 'contact retry'),
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
  }));
}
