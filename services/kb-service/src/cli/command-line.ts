import { createMigrate, createProgram } from '@guidepost/command-line';
import type { Command } from 'commander';
import { addExport } from './export.ts';
import { addGuide } from './guides.ts';
import { addImport } from './import.ts';
import { addKey } from './keys.ts';
import { addCreate, addDelete, addList, addShow } from './knowledge-bases.ts';
import { addPublish, addRename, addUnpublish } from './publish.ts';
import { DATABASE, runCommand } from './run-command.ts';
import { addReindex, addSearch } from './search.ts';
import { addSet } from './set.ts';

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
