import type { Database } from '@guidepost/postgres';
import { publishGuides, unpublishGuides } from '../writing/publish-guides.ts';
import { OPERATOR } from './operator.ts';

/** Publishes or hides guides like the command line; returns the slugs of those that changed. */
export function setPublication(
  database: Database,
  { published, ...guides }: { host: string; slugs: string[]; published: boolean },
): Promise<string[]> {
  return (published ? publishGuides : unpublishGuides)(database, OPERATOR, guides);
}
