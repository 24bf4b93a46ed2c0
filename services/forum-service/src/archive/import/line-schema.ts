import { LIMITS } from '../../posts/field-kinds.ts';

/** A line of an archive as written; see docs/import.md. */
export interface ArchiveLine extends LinePost {
  topic: string;
  title: string;
  archived?: boolean;
  state?: string | null;
  /** The state before an answer was accepted. */
  former_state?: string | null;
  views?: number;
  metadata?: Record<string, unknown>;
  tags?: (string | { name: string; is_public?: boolean })[];
  /** Each is checked alone, since it is refused alone. */
  votes?: unknown[];
  comments?: unknown[];
}

export interface LineComment extends LinePost {
  is_org_reply?: boolean;
  /** By the author of the dialog, as the answer. */
  accepted?: boolean;
}

export interface LineVote extends LineAuthor {
  pub_date?: string;
}

export interface LinePost extends LineAuthor {
  id?: number;
  text: string;
  /** Otherwise the text is plain. */
  markdown?: boolean;
  pub_date?: string;
  work_title?: string | null;
  /** Sent by the owner of the e-mail address. */
  confirmed?: boolean;
  held?: boolean;
}

export interface LineAuthor {
  name: string;
  useremail?: string | null;
}

/** Leaves room above for new ids. */
export const LARGEST_ID = 2 ** 52;

const text = { type: 'string' };
const flag = { type: 'boolean' };
const optionalText = { type: 'string', nullable: true };

const author = { name: text, useremail: optionalText };
const post = {
  ...author,
  id: { type: 'integer', minimum: 1, maximum: LARGEST_ID },
  text,
  markdown: flag,
  pub_date: text,
  work_title: optionalText,
  confirmed: flag,
  held: flag,
};

/** Objects are closed, so that a misspelt property is an error instead of lost data. */
function closed(required: string[], properties: Record<string, object>): object {
  return { type: 'object', required, properties, additionalProperties: false };
}

const tag = { ...closed(['name'], { name: text, is_public: flag }), type: ['string', 'object'] };

/** JSON Schema of a line. The content of texts is validated separately, as for posts. */
export const LINE_SCHEMA = closed(['topic', 'title', 'text', 'name'], {
  ...post,
  topic: text,
  title: text,
  archived: flag,
  state: optionalText,
  former_state: optionalText,
  views: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  metadata: { type: 'object' },
  tags: { type: 'array', maxItems: LIMITS.tags, items: tag },
  votes: { type: 'array' },
  comments: { type: 'array' },
});

export const VOTE_SCHEMA = closed(['name'], { ...author, pub_date: text });

export const COMMENT_SCHEMA = closed(['text', 'name'], { ...post, is_org_reply: flag, accepted: flag });
