import { AppError } from '@guidepost/service-kit';

/** What has a page that people read. */
export interface PublicPage {
  host: string;
  kind: 'categories' | 'guides' | 'tags';
  slug: string;
  id: number;
}

const PLACEHOLDERS = ['host', 'kind', 'slug', 'id'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

/**
 * Makes the absolute address of a page from `PUBLIC_URL_TEMPLATE`; a request's `Host` has no part in it.
 * The values need no encoding: hosts, slugs and ids are made of letters, digits, `.`, `:` and `-`.
 *
 * @throws AppError `invalid` for a template that is no http(s) address or names something else
 */
export function createPublicAddress(template: string): (page: PublicPage) => string {
  const parts = template.split(/\{([^{}]*)\}/);
  const names = parts.filter((_, index) => index % 2 === 1);
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown !== undefined) throw invalidTemplate(`knows no {${unknown}}`);
  if (!isAddress(parts)) throw invalidTemplate('must be an http or https address');
  return (page) => parts.map((part, index) => (index % 2 === 1 ? page[part as Placeholder] : part)).join('');
}

/** What stands before the pages of a site, when the template leads to pages that are laid out as ours are. */
const OUR_PAGES = /^([^{}]*(?:\{host\}[^{}]*)*)\/\{kind\}\/\{(?:slug|id)\}$/;

/**
 * Makes the absolute address of a site's home page, without a slash at its end, for a template of
 * {@link createPublicAddress}. It is undefined where the template leads to another site than ours, whose other
 * addresses nobody can know.
 */
export function createSiteAddress(template: string): (host: string) => string | undefined {
  const [, prefix] = OUR_PAGES.exec(template) ?? [];
  return (host) => prefix?.replaceAll('{host}', host);
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
