import { AppError } from '@guidepost/service-kit';
import { isEdition, type KnowledgeBase } from './knowledge-base.ts';

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
  /** BCP 47: the languages whose texts the actor changes; without them all, as owners do. */
  readonly languages?: readonly string[] | null | undefined;
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

/** Changes of texts. All others are made in the main language, and hold for all. */
const OF_LANGUAGE: ReadonlySet<Action> = new Set<Action>([
  'guide publish',
  'guide schedule',
  'guide unpublish',
  'guide rename',
  'guide forget',
  'guide assign',
  'guide review',
  'guide describe',
  'guide delete',
  'guide restore',
  'guide purge',
  'draft save',
  'draft propose',
  'draft return',
  'draft send-back',
  'draft discard',
  'note write',
  'note answer',
  'note resolve',
  'note reopen',
  'note delete',
  'version restore',
  'image upload',
  'file upload',
  'comment delete',
  'category change',
  'tag rename',
  'search reindex',
  'search synonyms',
]);

/** Whether a change can be made in a further language. */
export function isOfLanguage(action: Action): boolean {
  return OF_LANGUAGE.has(action);
}

/** Changes of guides in all languages that are made with their text in the main one. */
const WITH_MAIN_TEXT: ReadonlySet<Action> = new Set<Action>(['guide create', 'guide move', 'guide tag']);

/** In the main language the names of categories and tags belong to the structure. */
const NAMES: ReadonlySet<Action> = new Set<Action>(['category change', 'tag rename']);

/** A knowledge base in the language in which something is changed. */
type Place = Pick<KnowledgeBase, 'id' | 'main_id' | 'language' | 'languages'>;

type Permitted = Pick<Actor, 'role' | 'languages'>;

/** Whether an actor may make a change of a knowledge base, in its language. */
export function isPermitted(actor: Permitted, action: Action, place: Place): boolean {
  return refusalOf(actor, action, place) === undefined;
}

/** Whether the role allows a change, perhaps not in all languages. */
export function roleAllows({ role }: Pick<Actor, 'role'>, action: Action): boolean {
  const roles: readonly Role[] = PERMISSIONS[action];
  return roles.includes(role);
}

/** @throws AppError `forbidden` */
export function requirePermission(actor: Permitted, action: Action, place: Place): void {
  const refusal = refusalOf(actor, action, place);
  if (refusal) throw new AppError('forbidden', refusal.message, { reason: refusal.reason });
}

/**
 * Requires the permission also in other languages of a knowledge base, whose texts a change takes along.
 * @param ids of these languages
 * @throws AppError `forbidden`
 */
export function requireInLanguages(
  actor: Permitted,
  action: Action,
  { place, ids }: { place: Place; ids: readonly number[] },
): void {
  for (const each of place.languages)
    if (ids.includes(each.id)) requirePermission(actor, action, { ...place, ...each });
}

interface Refusal {
  message: string;
  /** The key of a text at the desk. */
  reason: 'roleForbids' | 'languageForbids' | 'languagesForbid';
}

function refusalOf(actor: Permitted, action: Action, place: Place): Refusal | undefined {
  const { role, languages } = actor;
  if (!roleAllows(actor, action)) {
    return { reason: 'roleForbids', message: `The role ${role} does not allow this: ${action}.` };
  }
  if (role === 'owner' || !languages) return undefined;
  const needed = languagesFor(action, place);
  if (needed.every((language) => languages.includes(language))) return undefined;
  const mine = languages.join(', ') || 'no language';
  return needed.length > 1
    ? {
        reason: 'languagesForbid',
        message: `This concerns all languages, and you change texts in ${mine} only.`,
      }
    : { reason: 'languageForbids', message: `You change texts in ${mine} only, not in ${needed.join()}.` };
}

/** The languages that a change concerns. */
function languagesFor(action: Action, { language, languages, ...place }: Place): string[] {
  const all = languages.map((each) => each.language);
  const isStructure = NAMES.has(action) && !isEdition(place);
  if (isOfLanguage(action) && !isStructure) return [language];
  return WITH_MAIN_TEXT.has(action) ? all.slice(0, 1) : all;
}
