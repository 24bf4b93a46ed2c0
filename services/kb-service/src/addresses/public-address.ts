import { AppError } from '@guidepost/service-kit';

/** What has a page that people read. */
export interface PublicPage {
  host: string;
  kind: 'categories' | 'guides';
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
