import { roleIn, type Said, sayDetails } from '@guidepost/desk';
import { type DialogState, stateNameIn } from '../../model/states.ts';
import type { ForumCall } from '../forum-tenant.ts';

/** The reader of details: the language, and the names of staff. */
export interface Reader {
  phrasing: ForumCall['phrasing'];
  /** Names of staff, by number. */
  names: ReadonlyMap<number, string>;
}

type Details = Readonly<Record<string, unknown>>;
type Words = Reader['phrasing']['words'];

/** Numbers of what no page shows, and what the action says already. */
const UNSAID: ReadonlySet<string> = new Set([
  'canned',
  'event',
  'from',
  'purpose',
  'report',
  'webhook',
  'addresses',
  'follows',
  'helpful',
  'confirmations',
  'mentions',
  'blocks',
  'deleted',
  'restored',
]);

/** The first words of actions, by what they are about. */
export const THINGS = {
  dialogs: ['dialog', 'note', 'comment', 'reports', 'file', 'spam'],
  tags: ['tag'],
  cannedAnswers: ['canned'],
  blocks: ['block', 'erase'],
  redirects: ['redirect'],
  people: ['staff', 'person'],
  keys: ['key'],
  webhooks: ['webhook'],
  settings: ['set', 'create', 'delete', 'metadata', 'account'],
};

/** Details of a change of a forum in words. */
export function sayForumDetails(details: Details, { phrasing, names }: Reader): Said[] {
  const { words, language } = phrasing;
  const labels: Readonly<Record<string, string>> = labelsOf(phrasing);
  // Stored without an order; who it was comes first.
  const { person, ...rest } = details;
  return sayDetails(
    person === undefined ? rest : { person, ...rest },
    {
      unsaid: UNSAID,
      labels: 'posts' in details ? { ...labels, reports: words.reportTiming } : labels,
      alone: (name, value, { from }) => sayAlone(name, value, { words, names, from }),
      nameOf: (name, value) => (name === 'state' ? stateNameIn(language, value) : nameOf(words, name, value)),
    },
    phrasing,
  );
}

/** Details without a label. */
function sayAlone(
  name: string,
  value: unknown,
  { words, names, from }: { words: Words; names: Reader['names']; from: unknown },
): string | undefined {
  switch (name) {
    case 'states':
      return Array.isArray(value) ? sayStates(value, words) : undefined;
    case 'person':
      return names.get(Number(value)) ?? `#${value}`;
    case 'assignee':
      return value === 'none' ? words.unassigned : (names.get(Number(value)) ?? `#${value}`);
    case 'merged':
      return `${words.dialog} ${value}`;
    case 'email_block':
      return words.email;
    case 'address_block':
      return words.address;
    case 'held_host':
      return words.heldSite;
    case 'fields':
      return Array.isArray(value)
        ? value.map((each) => nameOf(words, name, each) ?? each).join(', ')
        : undefined;
    case 'held':
      return words.isHeld;
    case 'to':
      return `${roleIn(words, from)} → ${roleIn(words, value)}`;
    case 'key':
    case 'host':
    case 'file':
    case 'account':
      return String(value);
    default:
      return undefined;
  }
}

/** States that can be chosen, each with what it means. */
function sayStates(states: readonly Partial<DialogState>[], words: Words): string {
  const said = states.map(({ name, closed, color, topics }) => {
    const kinds = topics?.map((topic) => words.topicNames[topic]).join(' + ');
    const facts = [closed ? words.closed : words.open, color && words.colors[color], kinds];
    return `${name} (${facts.filter(Boolean).join(', ')})`;
  });
  return `${words.states}: ${said.join('; ')}`;
}

/** A value that people choose by a name. */
function nameOf(words: Words, name: string, value: string): string | undefined {
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    topic: words.topicNames,
    topics: words.topicNames,
    default_topic: words.topicNames,
    fields: { title: words.title, text: words.text },
    hold: words.holdModes,
    scope: words.scopes,
    type: { text: words.typeText, integer: words.typeInteger },
    posts: words.mailTimings,
    reports: words.mailTimings,
  };
  return names[name]?.[value];
}

function labelsOf({ words }: Reader['phrasing']): Record<string, string> {
  return {
    topic: words.topic,
    state: words.state,
    tags: words.tags,
    until: words.day,
    is_org_reply: words.officialAnswer,
    role: words.role,
    scope: words.scope,
    dialogs: words.dialogs,
    comments: words.comments,
    votes: words.votes,
    posts: words.postTiming,
    reports: words.queues.reported,
    assigned: words.assignedMail,
    name: words.name,
    formal_name: words.organization,
    intro_message: words.introMessage,
    status_message: words.statusMessage,
    status_url: words.statusUrl,
    popup_header: words.popupHeader,
    thankyou_message: words.thankYouMessage,
    topics: words.topics,
    default_topic: words.defaultTopic,
    language: words.siteLanguage,
    hold: words.hold,
    host: words.ownHost,
    logo: words.logo,
    allowed_origins: words.allowedOrigins,
    accent_color: words.color,
    foreign_images: words.foreignImages,
    attachments: words.attachments,
    type: words.fieldType,
    maximum: words.fieldMaximum,
    old_address: words.oldAddress,
    leads_to: words.leadsTo,
    allows_keys: words.keys,
    allows_metadata: words.metadataFields,
  };
}
