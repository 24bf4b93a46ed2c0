import type { Changes } from './database/changes.ts';
import type { Findings } from './findings.ts';

/** What an import did, or would have done. */
export interface ImportSummary {
  host: string;
  dryRun: boolean;
  guides: Changes & { unchanged: number };
  /** Slugs of guides that the knowledge base has and the source has not. */
  gone: string[];
  /** Those of them that were published and are not any more, since that was asked for; else undefined. */
  unpublished: string[] | undefined;
  categories: Changes;
  tags: Changes;
  images: { created: number; deleted: number };
  findings: Findings;
  ignoredFiles: number;
}
