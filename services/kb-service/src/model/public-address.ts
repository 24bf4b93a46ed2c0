import { AppError } from '@guidepost/service-kit';
import { parseEditionName } from './knowledge-base.ts';

export interface PublicPage {
  /** With a further language, as in `help.example.com:de`, for pages in it. */
  host: string;
  kind: 'categories' | 'guides' | 'tags';
  slug: string;
  id: number;
}

const PLACEHOLDERS = ['host', 'language', 'kind', 'slug', 'id'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * Creates URLs of pages from `PUBLIC_URL_TEMPLATE`, never from the `Host` header. Values need no encoding, since
 * hosts, slugs and IDs consist of letters, digits, `.`, `:` and `-`.
 * @throws AppError `invalid` for a template that is no http(s) URL or has unknown placeholders
 */
export function createPublicAddress(template: string): (page: PublicPage) => string {
  // Our pages have further languages below a folder of their own.
  const main = addressIn(template.replace('/{language}', ''));
  const inLanguage = OUR_PAGES.test(template)
    ? addressIn(template.replace('/{kind}/', '/{language}/{kind}/'))
    : addressIn(template);
  return ({ host: name, ...page }) => {
    const { host, language = '' } = parseEditionName(name);
    return (language === '' ? main : inLanguage)({ ...page, host, language });
  };
}

function addressIn(template: string): (page: PublicPage & { language: string }) => string {
  const parts = template.split(/\{([^{}]*)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown !== undefined) throw invalidTemplate(`has an unknown placeholder {${unknown}}`);
  if (!isAddress(parts)) throw invalidTemplate('must be an http or https URL');
  return (page) => parts.map((part, index) => (index % 2 === 1 ? page[part as Placeholder] : part)).join('');
}

/** The part before paths that match the pages of this service. */
const OUR_PAGES = /^([^{}]*(?:\{host\}[^{}]*)*)\/\{kind\}\/\{(?:slug|id)\}$/;

/**
 * Creates URLs of home pages, without a trailing slash. Returns undefined if the template names another site, whose
 * other URLs are unknown.
 */
export function createSiteAddress(template: string): (host: string) => string | undefined {
  const [, prefix] = OUR_PAGES.exec(template) ?? [];
  return (name) => {
    const { host, language } = parseEditionName(name);
    const home = prefix?.replaceAll('{host}', host);
    return home === undefined || language === undefined ? home : `${home}/${language}`;
  };
}

function isPlaceholder(name: string): name is Placeholder {
  return PLACEHOLDERS.some((placeholder) => placeholder === name);
}

function isAddress(parts: string[]): boolean {
  const sample = parts.map((part, index) => (index % 2 === 1 ? 'a' : part)).join('');
  return URL.canParse(sample) && /^https?:$/.test(new URL(sample).protocol);
}

function invalidTemplate(problem: string): AppError {
  return new AppError(
    'invalid',
    `PUBLIC_URL_TEMPLATE ${problem} (it may hold {host}, {kind}, {slug} and {id})`,
  );
}
