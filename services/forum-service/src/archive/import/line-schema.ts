import { LIMITS } from '../../posts/field-kinds.ts';

/** A line of an archive as written, the model of all imports; see docs/import.md. */
export interface ArchiveLine extends LinePost {
  topic: string;
  title: string;
  archived?: boolean;
  state?: string | null;
  /** The state before an answer was accepted. */
  former_state?: string | null;
  views?: number;
  /** Votes of people who are not known. */
  earlier_votes?: number;
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
  /** When people found it helpful. */
  helpful?: string[];
  /** The comment of the same line that it answers: its `id` or its `external`. */
  parent?: number | string;
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
  /** The post's identity in the system that it came from: `discourse:post:12`. A later import finds it by this. */
  external?: string;
  /** Paths or URLs that led to it there, as for `forum redirect add`. */
  addresses?: string[];
  /** Files that its text links to. */
  files?: LineFile[];
  /** Whether `forum:/` in its text stands for the address of the forum. */
  own_links?: boolean;
}

/** A file in the folder of the archive. */
export interface LineFile {
  /** Relative to the archive, with `/` and without `..`. The text has it in place of an address. */
  path: string;
  /** As its author called it. */
  name?: string;
  /** Paths or URLs that led to it elsewhere. */
  addresses?: string[];
}

export interface LineAuthor {
  name: string;
  useremail?: string | null;
}

/** Leaves room above for new ids. */
export const LARGEST_ID = 2 ** 52;

/** `scheme:kind:id` */
export const EXTERNAL = /^(?=.{1,200}$)[a-z]+:[a-z]+:[0-9A-Za-z_-]+$/;

/** The most addresses of each post, and of each file. */
export const MOST_ADDRESSES = 1_000;
/** A text has no room for the addresses of more. */
const MOST_FILES = 2_000;
/** The most people who found a comment helpful, as dates of a line. */
const MOST_HELPFUL = 100_000;
const LARGEST_COUNT = 1_000_000_000;

const text = { type: 'string' };
const flag = { type: 'boolean' };
const optionalText = { type: 'string', nullable: true };

const addresses = {
  type: 'array',
  maxItems: MOST_ADDRESSES,
  items: { type: 'string', minLength: 1, maxLength: 2_000 },
};

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
  external: {
    type: 'string',
    pattern: EXTERNAL.source,
  },
  addresses,
  files: {
    type: 'array',
    maxItems: MOST_FILES,
    items: closed(['path'], {
      path: { type: 'string', minLength: 1, maxLength: 1_000 },
      name: text,
      addresses,
    }),
  },
  own_links: flag,
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
  earlier_votes: { type: 'integer', minimum: 0, maximum: LARGEST_COUNT },
  metadata: { type: 'object' },
  tags: { type: 'array', maxItems: LIMITS.tags, items: tag },
  votes: { type: 'array' },
  comments: { type: 'array' },
});

/** A line of an archive with old addresses that lead to pages of the forum, tags, files or other sites. */
export interface AddressLine {
  addresses: {
    address: string;
    /** `file:` and a path for a file in the folder of the archive. */
    to: string;
    /** As the file's author called it. */
    name?: string;
  }[];
}

export const ADDRESS_LINE_SCHEMA = closed(['addresses'], {
  addresses: {
    type: 'array',
    maxItems: MOST_ADDRESSES,
    items: closed(['address', 'to'], { address: text, to: text, name: text }),
  },
});

export const VOTE_SCHEMA = closed(['name'], { ...author, pub_date: text });

export const COMMENT_SCHEMA = closed(['text', 'name'], {
  ...post,
  is_org_reply: flag,
  accepted: flag,
  helpful: { type: 'array', maxItems: MOST_HELPFUL, items: text },
  parent: { type: ['integer', 'string'] },
});
