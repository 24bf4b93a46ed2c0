import { createTargetReader, type FoundTarget, type ResolvedTarget } from '@guidepost/addresses';
import { type Executor, sql } from '@guidepost/postgres';
import { isStoredId } from '@guidepost/service-kit';
import type { Forum } from '../model/forum.ts';
import { foldTagName } from '../model/tag.ts';
import { entriesOf, readPath } from './address.ts';

/** Pages that every forum has, by path, and the word for the form that asks people. */
export const PAGES = {
  '/': 'home',
  '/dialogs': 'dialogs',
  '/questions': 'questions',
  '/problems': 'problems',
  '/suggestions': 'suggestions',
  '/praise': 'praise',
  '/tags': 'tags',
  '/search': 'search',
  '/ask': 'ask',
  contact: 'ask',
} as const;

/** Where an address leads: the columns of its row, all null but one, and perhaps the comment and the fragment. */
export interface Target {
  dialog_id: number | null;
  comment_id: number | null;
  /** Folded. */
  tag: string | null;
  page: (typeof PAGES)[keyof typeof PAGES] | null;
  url: string | null;
  fragment: string | null;
}

const NOWHERE: Target = {
  dialog_id: null,
  comment_id: null,
  tag: null,
  page: null,
  url: null,
  fragment: null,
};

type Kind = 'dialog' | 'comment' | 'tag';

/** For whom targets are looked for. */
export interface TargetPlace {
  forum: Pick<Forum, 'id'>;
  /** The start of all URLs of the service. */
  publicUrl: string;
}

const findTargets = sql.file(new URL('./sql/find-targets.sql', import.meta.url));
const findOwners = sql`
  -- Across tenants: whether a target is on the host of another tenant.
  select f.host as site, f.id
  from forums f
  where f.host = any($1::text[]) and f.host <> ''
  union all
  select '/forum/' || f.slug, f.id
  from forums f
  where f.slug = any($2::text[])
`;

const BELOW = '/forum/';

/**
 * Looks for targets as people type them: a path of the forum (also of a merged dialog), another address, whose target
 * counts, `contact`, or an https URL of another site.
 */
export async function resolveTargets(
  executor: Executor,
  { forum, publicUrl }: TargetPlace,
  typed: readonly string[],
): Promise<Map<string, ResolvedTarget<Target>>> {
  const serviceHost = new URL(publicUrl).host;
  const { id } = forum;
  const resolve = createTargetReader<Kind, Target>({
    reader: { readPath, entriesOf },
    nowhere: NOWHERE,
    pages: PAGES,
    nameOfPath,
    siteIn,
    hasSites: (host) => host === serviceHost,
    example: '/12',
    otherTenant: 'another forum',
  });
  const found = await resolve(typed, {
    id,
    listOwners: (sites) => listOwners(executor, sites),
    find(namesOf, entries) {
      const [dialogs, comments] = [namesOf('dialog'), namesOf('comment')].map((names) =>
        names.map(Number).filter(isStoredId),
      );
      return executor.any<FoundTarget<Target>>(findTargets([id, dialogs, comments, namesOf('tag'), entries]));
    },
  });
  return new Map(Array.from(found, ([text, one]) => [text, withoutPlaceInComment(one)]));
}

/** A comment is a place by itself. */
function withoutPlaceInComment(resolved: ResolvedTarget<Target>): ResolvedTarget<Target> {
  if ('refusal' in resolved || resolved.target.comment_id === null) return resolved;
  return { ...resolved, target: { ...resolved.target, fragment: null } };
}

async function listOwners(executor: Executor, sites: readonly string[]): Promise<Map<string, number>> {
  const hosts = sites.filter((site) => !site.startsWith('/'));
  const slugs = sites.filter((site) => site.startsWith(BELOW)).map((site) => site.slice(BELOW.length));
  const rows = await executor.any<{ site: string; id: number }>(findOwners([hosts, slugs]));
  return new Map(rows.map(({ site, id }) => [site, id]));
}

/** A page by its path; everything else may be another address. */
function nameOfPath(path: string, fragment: string | null): { kind: Kind; name: string } | undefined {
  const [, dialog, comment] = /^\/([1-9][0-9]{0,15})(?:\/comments\/([1-9][0-9]{0,15}))?$/.exec(path) ?? [];
  const [, below] = /^comment-([1-9][0-9]{0,15})$/.exec(fragment ?? '') ?? [];
  const answer = comment ?? (dialog === undefined ? undefined : below);
  if (answer !== undefined) return { kind: 'comment', name: answer };
  if (dialog !== undefined) return { kind: 'dialog', name: dialog };
  const [, tag] = /^\/tags\/([^/]+)$/.exec(path) ?? [];
  return tag === undefined ? undefined : { kind: 'tag', name: foldTagName(tag) };
}

/** The forum and the rest of `/forum/<slug>/…`. */
function siteIn(path: string): { site: string; rest: string } | undefined {
  const [, slug, rest = ''] = /^\/forum\/([^/?#]+)(.*)$/s.exec(path) ?? [];
  return slug === undefined
    ? undefined
    : { site: BELOW + slug, rest: rest.startsWith('/') ? rest : `/${rest}` };
}
