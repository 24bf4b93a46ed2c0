import { type Executor, type MoveStatus, sql } from '@guidepost/postgres';
import { type Forum, type ForumProperties, noSuchForum } from '../model/forum.ts';

export type ForumSettings = ForumProperties &
  Pick<Forum, 'hold' | 'allowed_origins' | 'accent_color' | 'foreign_images' | 'attachments' | 'host'>;

export interface ForumOverview extends ForumSettings {
  slug: string;
  account: string;
  has_logo: boolean;
  metadata_fields: Forum['metadata_fields'];
  created_at: Date;
  dialogs: number;
  archived_dialogs: number;
  comments: number;
  tags: number;
  move: MoveStatus | null;
}

const listWithCounts = sql.file(new URL('./sql/list-with-counts.sql', import.meta.url));

export function listForums(database: Executor): Promise<ForumOverview[]> {
  return database.any<ForumOverview>(listWithCounts([null]));
}

/** @throws AppError `not-found` */
export async function showForum(database: Executor, slug: string): Promise<ForumOverview> {
  const found = await database.oneOrNone<ForumOverview>(listWithCounts([slug]));
  if (!found) throw noSuchForum(slug);
  return found;
}
