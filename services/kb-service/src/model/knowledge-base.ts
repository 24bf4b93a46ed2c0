import type { SiteLook } from '@guidepost/pages';
import { AppError } from '@guidepost/service-kit';

/** Who may read a knowledge base: no one, everyone, or clients with an access key. */
export const ACCESS_MODES = ['disabled', 'public', 'key'] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];

export interface Logo {
  /** `/files/<token>.<ending>` */
  address: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** The look that its owners want pages to have, as pages show it. */
export interface ShownLook extends SiteLook {
  /** Cleaned HTML on the home page. */
  introduction?: string;
}

/** A knowledge base in one of its languages. */
export interface KnowledgeBase {
  /** The guides of another language than the main one have an id of their own here. */
  id: number;
  /**
   * Lower-case host name, with its port if it has one; then the language, unless it is the main one:
   * `help.example.com:de`
   */
  host: string;
  /** The same in the main language: whose people, keys and settings hold for all languages. */
  main_id: number;
  main_host: string;
  name: string;
  organization_name: string;
  /** BCP 47, in canonical case. */
  language: string;
  /** All its languages, the main one first, each with the id that it has here. */
  languages: readonly { id: number; language: string }[];
  access: AccessMode;
  revision: number;
  /** `#rrggbb` in lower case. */
  accent_color: string;
  logo: Logo | null;
  look: ShownLook;
  /** The slug of the forum that belongs to it, in the other service; empty for none. */
  forum: string;
  /** The address of its pages, once it is known. */
  forum_url: string | null;
  /** Whether readers can write to the people behind it. */
  contact: boolean;
}

/** Sent on by proxies to where it lives (RFC 9110 §15.5.20). */
export function movedAway(name: string): AppError {
  return new AppError('moved', `${name} has moved to another server.`, {
    reason: 'movedAway',
    values: { name },
  });
}

/** For administrators; the API has its own text. */
export function noSuchKnowledgeBase(host: string): AppError {
  return new AppError('not-found', `There is no knowledge base ${host}.`);
}

/** A language of a knowledge base whose guides are read. */
export type ReadLanguage = Pick<KnowledgeBase, 'id' | 'language'> & { main_id?: number };

/** Whether this is a further language, not the main one. */
export function isEdition({ id, main_id = id }: { id: number; main_id?: number }): boolean {
  return id !== main_id;
}

/** A knowledge base in its main language. */
export function inMainLanguage(knowledgeBase: KnowledgeBase): KnowledgeBase {
  const { main_id: id, main_host: host, languages, language } = knowledgeBase;
  return { ...knowledgeBase, id, host, language: languages[0]?.language ?? language };
}

/** A knowledge base as clients know it, which is the same in all languages. */
export function knowledgeBaseRow({ main_id, main_host, ...knowledgeBase }: KnowledgeBase) {
  return { ...knowledgeBase, id: main_id, host: main_host };
}

const EDITION = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/;

/** The name of a knowledge base in one of its languages: its host, and a further language after a colon. */
export interface EditionName {
  host: string;
  /** In lower case. */
  language?: string;
}

/** Reads `help.example.com`, `localhost:4000` or `help.example.com:pt-br`. */
export function parseEditionName(name: string): EditionName {
  const end = name.lastIndexOf(':');
  const last = name.slice(end + 1);
  return end > 0 && EDITION.test(last) ? { host: name.slice(0, end), language: last } : { host: name };
}

/** @param language another one than the main language */
export function editionName(host: string, language: string): string {
  return `${host}:${language.toLowerCase()}`;
}

/** The name of a language of a knowledge base. */
export function hostIn(
  { main_id, main_host }: Pick<KnowledgeBase, 'main_id' | 'main_host'>,
  edition: { id: number; language: string },
): string {
  return edition.id === main_id ? main_host : editionName(main_host, edition.language);
}
