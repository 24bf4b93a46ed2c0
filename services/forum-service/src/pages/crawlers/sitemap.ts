import { createSitemap } from '@guidepost/pages';
import { preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import type { PageKind } from '../page.ts';

interface AddressRow {
  /** Of all. */
  total: number;
  /** Null in the one row of a stretch behind the end. */
  id: number | null;
  last_activity: Date | null;
}

const listAddresses = preparedStatement(new URL('./sql/list-addresses.sql', import.meta.url));

/** `/sitemap.xml`: the home page and every dialog that is not archived. */
export function sitemap({ database }: Pick<Context, 'database'>): PageKind {
  return createSitemap({
    homeOf: ({ addresses }) => addresses.home,
    async readSection({ forum, addresses }, { limit, offset }) {
      const rows = await database.any<AddressRow>(listAddresses([forum.id, limit, offset]));
      const entries = rows.flatMap(({ id, last_activity }) =>
        id === null ? [] : [{ address: addresses.dialogPage(id), changed: last_activity?.toISOString() }],
      );
      return { total: rows[0]?.total ?? 0, entries };
    },
  });
}
