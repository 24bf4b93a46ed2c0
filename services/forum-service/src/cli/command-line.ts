import { createMigrate, createProgram } from '@guidepost/command-line';
import type { Command } from 'commander';
import { addAccount } from './account.ts';
import { addAudit } from './audit.ts';
import { addBlock } from './block.ts';
import { addComment } from './comment.ts';
import { addCreate } from './create.ts';
import { addDelete } from './delete.ts';
import { addDialog } from './dialog.ts';
import { addErase } from './erase.ts';
import { addExport } from './export.ts';
import { addFile } from './file.ts';
import { addImport } from './import.ts';
import { addKey } from './key.ts';
import { addList } from './list.ts';
import { addMetadata } from './metadata.ts';
import { addReindex } from './reindex.ts';
import { addReports } from './reports.ts';
import { DATABASE, runCommand } from './run-command.ts';
import { addSearch } from './search.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';
import { addTag } from './tag.ts';

/** `forum` with all its commands. */
export function createForumProgram(): Command {
  return createProgram({
    name: 'forum',
    description: 'Administers the forums of Guidepost and the accounts that own them.',
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
      addBlock,
      addAudit,
      addImport,
      addExport,
      addErase,
      addReindex,
      addSearch,
      addKey,
      addMetadata,
      addFile,
      addDelete,
      createMigrate(runCommand),
    ],
  });
}
