import { createMigrate, createProgram } from '@guidepost/command-line';
import type { Command } from 'commander';
import { addExport, addImport } from './archive.ts';
import { addAudit } from './audit.ts';
import { addCategory } from './category.ts';
import { addDraft } from './draft.ts';
import { addFiles } from './files.ts';
import { addGuide, addPublish, addRename, addUnpublish } from './guide.ts';
import { addHost } from './host.ts';
import { addComment, addInsights } from './insights.ts';
import { addKey } from './key.ts';
import { addCreate, addDelete, addList, addShow } from './knowledge-base.ts';
import { addMove } from './move.ts';
import { DATABASE, runCommand } from './run-command.ts';
import { addReindex, addSearch, addSynonyms } from './search.ts';
import { addSet } from './set.ts';
import { addStaff } from './staff.ts';
import { addTag } from './tag.ts';
import { addVersion } from './version.ts';
import { addWebhooks } from './webhook.ts';

export function createKbProgram(): Command {
  return createProgram({
    name: 'kb',
    description: 'Manage knowledge bases and their guides.',
    urlVariable: DATABASE.urlVariable,
    commands: [
      addCreate,
      addList,
      addShow,
      addSet,
      addImport,
      addExport,
      addPublish,
      addUnpublish,
      addRename,
      addGuide,
      addDraft,
      addVersion,
      addCategory,
      addTag,
      addHost,
      addAudit,
      addInsights,
      addComment,
      addReindex,
      addSearch,
      addSynonyms,
      addKey,
      addWebhooks,
      addStaff,
      addFiles,
      addMove,
      addDelete,
      createMigrate(runCommand),
    ],
  });
}
