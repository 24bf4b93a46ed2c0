import { hostsOf, parseDomainName } from '@guidepost/http';
import { type Executor, sql, type TenantDirectory } from '@guidepost/postgres';
import type { Forum } from '../model/forum.ts';

export interface ForumsByHost {
  /** The forum with this host name of its own, by the `Host` header of a request. */
  find(header: string | undefined): Promise<Forum | undefined>;
}

export interface ForumsByHostOptions {
  database: Executor;
  forums: Pick<TenantDirectory<Forum>, 'find'>;
  /** Addresses of the service, whose hosts are never those of a forum. */
  serviceUrls: readonly string[];
}

const findSlug = sql`
  -- Across tenants: finds the tenant of a request.
  select slug from forums where host = $1 and host <> ''
`;

/** Remembers slugs; each find checks that the forum still has the host. Unknown hosts are not kept. */
export function createForumsByHost({ database, forums, serviceUrls }: ForumsByHostOptions): ForumsByHost {
  const serviceHosts = new Set(serviceUrls.map((url) => new URL(url).host));
  const slugs = new Map<string, string>();

  async function findBySlug(host: string, slug: string | undefined): Promise<Forum | undefined> {
    const forum = slug === undefined ? undefined : await forums.find(slug);
    return forum?.host === host ? forum : undefined;
  }

  async function findByHost(host: string): Promise<Forum | undefined> {
    const known = await findBySlug(host, slugs.get(host));
    if (known) return known;
    slugs.delete(host);
    const row = await database.oneOrNone<{ slug: string }>(findSlug([host]));
    if (row) slugs.set(host, row.slug);
    return findBySlug(host, row?.slug);
  }

  return {
    async find(header = '') {
      const [host, anyPort] = parseDomainName(header) ? hostsOf(header) : [];
      if (host === undefined || serviceHosts.has(host)) return undefined;
      return (await findByHost(host)) ?? (anyPort === undefined ? undefined : findByHost(anyPort));
    },
  };
}
