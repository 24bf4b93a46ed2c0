import { roleIn, type Said, sayDetails } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import type { AuditEntry } from '../../tenants/audit.ts';
import type { KbCall } from '../kb-tenant.ts';

type Phrasing = KbCall['phrasing'];

/** Numbers of what no page shows, and what the action says already. */
const UNSAID: ReadonlySet<string> = new Set(['image', 'place', 'properties', 'purpose', 'from']);

/** The stored word for a value that was removed. */
const NONE = 'none';

/** The first words of actions, by what they are about. */
export const THINGS = {
  guides: ['guide', 'draft', 'version', 'image', 'file', 'comment', 'note'],
  categories: ['category'],
  tags: ['tag'],
  oldAddresses: ['redirect'],
  people: ['staff'],
  keys: ['key'],
  webhooks: ['webhook'],
  messages: ['contact'],
  settings: ['knowledge-base', 'search', 'import', 'export'],
};

/** Details of a change of a knowledge base in words. */
export function sayGuideDetails(
  { details, names }: Pick<AuditEntry, 'details' | 'names'>,
  phrasing: Phrasing,
): Said[] {
  const { words } = phrasing;
  const named = (slug: unknown) => names?.[String(slug)] ?? String(slug);
  return sayDetails(
    details,
    {
      unsaid: UNSAID,
      labels: labelsOf(phrasing),
      alone: (name, value, { from }) => sayAlone(name, value, { words, named, from }),
      nameOf: (name, value) => nameOf(name, value, words),
    },
    phrasing,
  );
}

function sayAlone(
  name: string,
  value: unknown,
  { words, named, from }: { words: Phrasing['words']; named: (slug: unknown) => string; from: unknown },
): string | undefined {
  switch (name) {
    case 'to':
      return from === undefined || roleIn(words, value) === value
        ? `→ ${named(value)}`
        : `${roleIn(words, from)} → ${roleIn(words, value)}`;
    case 'into':
    case 'guides_to':
      return `→ ${named(value)}`;
    case 'parent':
      return `${words.parent}: ${named(value)}`;
    case 'version':
      return fill(words.version, { n: String(value) });
    case 'add':
      return signed('+', value);
    case 'remove':
      return signed('−', value);
    case 'file':
      return nameOfFile(String(value));
    case 'logo':
      return value === NONE ? `${words.logo}: –` : words.logo;
    default:
      return undefined;
  }
}

/** Names of tags that were added or removed. */
function signed(sign: string, names: unknown): string {
  return Array.isArray(names) ? names.map((name) => `${sign} ${name}`).join(', ') : '';
}

/** Returns `manual.pdf` for `/files/token/manual.pdf`. */
function nameOfFile(address: string): string {
  const name = address.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function nameOf(name: string, value: string, words: Phrasing['words']): string | undefined {
  const { scopes, disabledAccess, publicAccess, keyAccess, look, memberLanguages } = words;
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    scope: scopes,
    access: { disabled: disabledAccess, public: publicAccess, key: keyAccess },
    look: look.labels,
    languages: { all: memberLanguages.all },
  };
  return value === NONE ? '–' : known[name]?.[value];
}

function labelsOf({ words }: Phrasing): Record<string, string> {
  return {
    access: words.access,
    accent_color: words.color,
    changed: words.lastChange,
    created: words.created,
    former: words.formerSlugs,
    forum: words.services.forum,
    hosts: words.hostNames,
    language: words.siteLanguage,
    languages: words.memberLanguages.heading,
    look: words.look.heading,
    name: words.name,
    organization_name: words.organization,
    owner: words.guideOwner,
    publish_at: words.publishAt,
    review_months: words.reviewMonths,
    role: words.role,
    scheduled_for: words.publishAt,
    scope: words.scope,
    summary: words.summary,
    synonyms: words.searchWords,
    widget: words.widget.heading,
    words: words.searchWords,
  };
}
