import { createSitemap, type SitemapEntry } from '@guidepost/pages';
import { preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';

interface AddressRow {
  /** Of all. */
  total: number;
  /** Null in the one row of a stretch behind the end. */
  kind: 'categories' | 'guides' | null;
  id: number;
  slug: string;
  updated_at: Date | null;
}

type SitemapContext = Pick<Context, 'database' | 'publicAddress' | 'siteAddress'>;

const listAddresses = preparedStatement(
  new URL('../../knowledge-bases/sql/list-addresses.sql', import.meta.url),
);

/** `/sitemap.xml`; there is none where guides are read on another site than ours. */
export function sitemap(context: SitemapContext): PageKind {
  return createSitemap({
    homeOf: ({ knowledgeBase }) => context.siteAddress(knowledgeBase.host),
    async readSection({ knowledgeBase: { id, host } }, { limit, offset }) {
      const rows = await context.database.any<AddressRow>(listAddresses([id, limit, offset]));
      return { total: rows[0]?.total ?? 0, entries: entries(context, host, rows) };
    },
  });
}

function entries({ publicAddress }: SitemapContext, host: string, rows: AddressRow[]): SitemapEntry[] {
  return rows.flatMap(({ kind, id, slug, updated_at }) =>
    kind === null
      ? []
      : [{ address: publicAddress({ host, kind, slug, id }), changed: updated_at?.toISOString() }],
  );
}
