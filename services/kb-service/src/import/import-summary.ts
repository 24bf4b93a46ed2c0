import type { Changes } from './database/changes.ts';
import type { Findings } from './findings.ts';

/** What an import did, or would have done. */
export interface ImportSummary {
  host: string;
  dryRun: boolean;
  guides: Changes & { unchanged: number };
  /** Slugs of guides that the knowledge base has and the source has not; they are left as they are. */
  gone: string[];
  categories: Changes;
  tags: Changes;
  findings: Findings;
  ignoredFiles: number;
}
