import { createMigrate, createProgram } from '@guidepost/command-line';
import type { Command } from 'commander';
import { addCreate } from './create.ts';
import { addDelete } from './delete.ts';
import { addExport } from './export.ts';
import { addGuide } from './guide.ts';
import { addImport } from './import.ts';
import { addKey } from './key.ts';
import { addList } from './list.ts';
import { addPublish, addUnpublish } from './publish.ts';
import { addReindex } from './reindex.ts';
import { addRename } from './rename.ts';
import { DATABASE, runCommand } from './run-command.ts';
import { addSearch } from './search.ts';
import { addSet } from './set.ts';
import { addShow } from './show.ts';

/** `kb` with all its commands. */
export function createKb(): Command {
  return createProgram({
    name: 'kb',
    description: 'Administers the knowledge bases of Guidepost.',
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
      addReindex,
      addSearch,
      addKey,
      addDelete,
      createMigrate(runCommand),
    ],
  });
}
