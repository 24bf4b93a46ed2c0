import { parseId } from '@guidepost/http';
import { fill, noSuchPage, pageNumber } from '@guidepost/pages';
import { type Database, preparedStatement } from '@guidepost/postgres';
import type { Context } from '../../context.ts';
import { readGuideList } from '../../guides/guide-titles.ts';
import { parseSlug } from '../../model/identifiers.ts';
import { listPage } from '../list/list-page.ts';
import type { PageCall, PageKind } from '../page.ts';

interface TagRow {
  id: number;
  slug: string;
  name: string;
}

const findBySlugOrId = preparedStatement(new URL('../../tags/sql/find-tag.sql', import.meta.url));

/** `/tags/:tag` */
export function tagPage({
  database,
  publicAddress,
  siteAddress,
}: Pick<Context, 'database' | 'publicAddress' | 'siteAddress'>): PageKind {
  return {
    keptAs: ({ path, query }) => `${path.tag} ${pageNumber(query)}`,
    async read(call) {
      const { site, query } = call;
      const { id: knowledgeBaseId, host } = site.knowledgeBase;
      const { id, slug, name } = await findTag(database, call);
      const list = { knowledgeBaseId, in: { tag: id }, number: pageNumber(query) };
      // Whoever reads guides on a site of their own has no reason to have pages of tags there.
      const isOurs = siteAddress(host) !== undefined;
      return listPage(site, {
        heading: fill(site.phrasing.words.tagged, { tag: name }),
        path: `${site.base}/tags/${slug}`,
        address: isOurs ? publicAddress({ host, kind: 'tags', slug, id }) : undefined,
        list: await readGuideList(database, list),
      });
    },
  };
}

/** @throws AppError `not-found` */
async function findTag(database: Database, { site, path }: PageCall): Promise<TagRow> {
  const slug = parseSlug(path.tag);
  if (!slug) throw noSuchPage();
  const values = [site.knowledgeBase.id, slug, parseId(slug) ?? null];
  const tag = await database.oneOrNone<TagRow>(findBySlugOrId(values));
  if (!tag) throw noSuchPage();
  return tag;
}
