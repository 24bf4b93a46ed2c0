import { type Database, type MoveStatus, preparedStatement } from '@guidepost/postgres';
import { type KnowledgeBase, type Logo, noSuchKnowledgeBase } from '../model/knowledge-base.ts';
import { type StoredLogo, withLogoAddress } from './find-knowledge-base.ts';

export type Properties = Pick<
  KnowledgeBase,
  'name' | 'organization_name' | 'language' | 'access' | 'accent_color'
>;

/** A knowledge base with counts; guides include unpublished ones. */
export interface KnowledgeBaseOverview extends Properties {
  host: string;
  /** Other names that lead to it. */
  other_hosts: string[];
  logo: Logo | null;
  created_at: Date;
  guides: number;
  published_guides: number;
  categories: number;
  tags: number;
  move: MoveStatus | null;
}

type OverviewRow = Omit<KnowledgeBaseOverview, 'logo'> & { logo: StoredLogo | null };

const listWithCounts = preparedStatement(new URL('./sql/list-with-counts.sql', import.meta.url));

export async function listKnowledgeBases(database: Database): Promise<KnowledgeBaseOverview[]> {
  const rows = await database.any<OverviewRow>(listWithCounts([null]));
  return rows.map(withLogoAddress);
}

/** @throws AppError `not-found` */
export async function showKnowledgeBase(database: Database, host: string): Promise<KnowledgeBaseOverview> {
  const found = await database.oneOrNone<OverviewRow>(listWithCounts([host]));
  if (!found) throw noSuchKnowledgeBase(host);
  return withLogoAddress(found);
}
