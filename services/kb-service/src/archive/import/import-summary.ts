import type { Changes } from './database/changes.ts';
import type { Findings } from './findings.ts';

/** A guide that is called otherwise in the source than in the knowledge base. */
export interface Rename {
  /** In the source. */
  former: string;
  /** In the knowledge base; it stays so. */
  slug: string;
}

/** What an import did, or would have done. */
export interface ImportSummary {
  host: string;
  dryRun: boolean;
  guides: Changes & { unchanged: number };
  /** Slugs of guides that the knowledge base has and the source has not. */
  gone: string[];
  /** Those of them that were published and are not any more, since that was asked for; else undefined. */
  unpublished: string[] | undefined;
  /** Guides that the source knows by a slug which they had before they were renamed. */
  renames: Rename[];
  categories: Changes;
  tags: Changes;
  images: { created: number; deleted: number };
  findings: Findings;
  ignoredFiles: number;
}
