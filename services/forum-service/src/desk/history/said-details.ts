import { stateNameIn } from '../../posts/states.ts';
import type { ForumCall } from '../forum-tenant.ts';

/** The reader of details: the language, and the names of staff. */
export interface Reader {
  phrasing: ForumCall['phrasing'];
  /** Names of staff, by number. */
  names: ReadonlyMap<number, string>;
}

type Details = Readonly<Record<string, unknown>>;

/** Characters of a text that was changed. */
const LONGEST_TEXT = 100;

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
  'confirmations',
  'mentions',
  'blocks',
  'deleted',
]);

/** Details of a change in words. Those that have none are shown as they are stored. */
export function sayDetails(details: Details, reader: Reader): string[] {
  const labels: Readonly<Record<string, string>> = labelsOf(reader.phrasing);
  const isNotice = 'posts' in details;
  const alone: string[] = [];
  const labelled: string[] = [];
  // Stored without an order; who it was comes first.
  const { person, ...rest } = details;
  for (const [name, value] of Object.entries(person === undefined ? rest : { person, ...rest })) {
    if (UNSAID.has(name) || value === null) continue;
    const text = sayAlone(name, details, reader);
    const label =
      (isNotice && name === 'reports' ? reader.phrasing.words.reportTiming : labels[name]) ?? name;
    if (text === undefined) labelled.push(`${label}: ${sayValue(name, value, reader)}`);
    else alone.push(text);
  }
  return [...alone, ...labelled];
}

/** Details without a label. */
function sayAlone(name: string, details: Details, reader: Reader): string | undefined {
  const { names } = reader;
  const { words } = reader.phrasing;
  const value = details[name];
  switch (name) {
    case 'person':
      return names.get(Number(value)) ?? `#${value}`;
    case 'merged':
      return `${words.dialog} ${value}`;
    case 'email_block':
      return words.email;
    case 'address_block':
      return words.address;
    case 'fields':
      return sayValue(name, value, reader);
    case 'held':
      return words.isHeld;
    case 'to':
      return `${roleIn(words, details.from)} → ${roleIn(words, value)}`;
    case 'key':
    case 'host':
    case 'file':
    case 'account':
      return value === '' ? undefined : String(value);
    default:
      return undefined;
  }
}

function sayValue(name: string, value: unknown, { phrasing }: Reader): string {
  const { words, language } = phrasing;
  if (Array.isArray(value))
    return value.map((each) => sayValue(name, each, { phrasing, names: new Map() })).join(', ');
  if (typeof value === 'boolean') return value ? words.switchedOn : words.switchedOff;
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  if (name === 'state') return stateNameIn(language, text);
  if (name === 'role') return roleIn(words, text);
  if (name === 'language') return new Intl.DisplayNames(language, { type: 'language' }).of(text) ?? text;
  return nameOf(words, name, text) ?? shortened(text);
}

/** A value that people choose by a name. */
function nameOf(words: Reader['phrasing']['words'], name: string, value: string): string | undefined {
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

function roleIn({ owner, editor, author }: Reader['phrasing']['words'], role: unknown): string {
  const names: Readonly<Record<string, string>> = { owner, editor, author };
  return names[String(role)] ?? String(role);
}

function labelsOf({ words }: Reader['phrasing']): Record<string, string> {
  return {
    topic: words.topic,
    state: words.state,
    tags: words.tags,
    is_org_reply: words.officialAnswer,
    role: words.role,
    scope: words.scope,
    dialogs: words.dialogs,
    comments: words.comments,
    votes: words.votes,
    posts: words.postTiming,
    reports: words.queues.reported,
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

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST_TEXT ? `${characters.slice(0, LONGEST_TEXT).join('')}…` : text;
}
