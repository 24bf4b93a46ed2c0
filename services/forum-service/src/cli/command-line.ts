import { createMigrate, createProgram } from '@guidepost/command-line';
import type { Command } from 'commander';
import { addAccount } from './account.ts';
import { addExport, addImport } from './archive.ts';
import { addAudit } from './audit.ts';
import { addBlock } from './block.ts';
import { addCanned } from './canned.ts';
import { addComment } from './comment.ts';
import { addDialog } from './dialog.ts';
import { addFile } from './file.ts';
import { addCreate, addDelete, addList, addSet, addShow } from './forum.ts';
import { addGuides } from './guides.ts';
import { addInsights } from './insights.ts';
import { addKey } from './key.ts';
import { addMetadata } from './metadata.ts';
import { addMove } from './move.ts';
import { addErase } from './person.ts';
import { addReports } from './reports.ts';
import { DATABASE, runCommand } from './run-command.ts';
import { addReindex, addSearch, addSynonyms } from './search.ts';
import { addStaff } from './staff.ts';
import { addTag } from './tag.ts';
import { addWebhooks } from './webhook.ts';

/** `forum` with all its commands. */
export function createForumProgram(): Command {
  return createProgram({
    name: 'forum',
    description: 'Manage forums and the accounts that own them.',
    urlVariable: DATABASE.urlVariable,
    commands: [
      addAccount,
      addCreate,
      addList,
      addShow,
      addSet,
      addDialog,
      addComment,
      addTag,
      addReports,
      addCanned,
      addGuides,
      addBlock,
      addAudit,
      addInsights,
      addImport,
      addExport,
      addErase,
      addReindex,
      addSearch,
      addSynonyms,
      addKey,
      addWebhooks,
      addStaff,
      addMetadata,
      addFile,
      addMove,
      addDelete,
      createMigrate(runCommand),
    ],
  });
}
