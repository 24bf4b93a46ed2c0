import { editionName, isEdition, type KnowledgeBase } from '../model/knowledge-base.ts';
import { concernsAllLanguages } from '../tenants/editions.ts';
import type { KbCall, KbPage } from './kb-tenant.ts';

/** A link to the desk of a language. */
export interface DeskLanguage {
  /** BCP 47. */
  tag: string;
  /** In the language of the page. */
  name: string;
  /** The address of its desk. */
  base: string;
  isHere: boolean;
}

/** The address of the desk of a knowledge base in one of its languages. */
function deskIn({ main_host, languages }: KnowledgeBase, language: string): string {
  const isMain = language === languages[0]?.language;
  return `/desk/kb/${encodeURIComponent(isMain ? main_host : editionName(main_host, language))}`;
}

/** The address of the desk in the first language whose texts a person may change. */
export function deskOfOwnLanguage({
  base,
  tenant,
  languages,
}: Pick<KbCall, 'base' | 'tenant' | 'languages'>): string {
  const { knowledgeBase } = tenant;
  if (!languages || languages.includes(knowledgeBase.language)) return base;
  const own = knowledgeBase.languages.find(({ language }) => languages.includes(language));
  return own ? deskIn(knowledgeBase, own.language) : base;
}

/** The languages of a knowledge base, the main one first. */
export function deskLanguages({ tenant, phrasing }: Pick<KbCall, 'tenant' | 'phrasing'>): DeskLanguage[] {
  const { knowledgeBase } = tenant;
  const names = new Intl.DisplayNames(phrasing.language, { type: 'language' });
  return knowledgeBase.languages.map(({ id, language }) => ({
    tag: language,
    name: names.of(language) ?? language,
    base: deskIn(knowledgeBase, language),
    isHere: id === knowledgeBase.id,
  }));
}

/** The same page in each language; none for a knowledge base with one. */
export function sameInLanguages(call: Pick<KbCall, 'tenant' | 'phrasing'>, path: string): LanguageLink[] {
  const languages = deskLanguages(call);
  if (languages.length === 1) return [];
  return languages.map(({ name, base, isHere }) => ({ name, address: base + path, isHere }));
}

export interface LanguageLink {
  name: string;
  address: string;
  isHere: boolean;
}

/** The main language, where a page stands in another one. */
export function sourceLanguage(call: Pick<KbCall, 'tenant' | 'phrasing'>): DeskLanguage | undefined {
  return isEdition(call.tenant.knowledgeBase) ? deskLanguages(call)[0] : undefined;
}

/** Pages about texts. All others are about all languages, and stand in the main one. */
const IN_EACH_LANGUAGE =
  /^(\/(guides|deleted|insights|structure\/synonyms)(\/|$)|\/structure(\/(categories|tags)\/:\w+)?$|$)/;

const DESK = /^\/desk\/kb\/[^/?]+/;

/** The pages of a desk, of which those about all languages lead to the desk of the main one. */
export function withLanguages(pages: Readonly<Record<string, KbPage>>): Record<string, KbPage> {
  return Object.fromEntries(
    Object.entries(pages).map(([path, page]) => [
      path,
      IN_EACH_LANGUAGE.test(path) ? page : inMainLanguage(page),
    ]),
  );
}

function inMainLanguage({ read, post, ...page }: KbPage): KbPage {
  return {
    ...page,
    ...(read && {
      async read(call) {
        const { knowledgeBase } = call.tenant;
        if (!isEdition(knowledgeBase)) return read(call);
        const main = deskIn(knowledgeBase, knowledgeBase.languages[0]?.language ?? knowledgeBase.language);
        return { seeOther: call.request.originalUrl.replace(DESK, main) };
      },
    }),
    ...(post && {
      async post(call) {
        const { knowledgeBase } = call.tenant;
        if (!isEdition(knowledgeBase)) return post(call);
        await call.upload?.discard();
        throw concernsAllLanguages(knowledgeBase);
      },
    }),
  };
}
