import { describeDetails, type ListOptions, minuteOf, withListOptions } from '@guidepost/command-line';
import type { Command } from 'commander';
import { type AuditEntry, listAuditEntries } from '../tenants/audit.ts';
import { addListCommand } from './lists.ts';

/** `forum audit` */
export function addAudit(program: Command): void {
  addListCommand<AuditEntry, ListOptions>(program.command('audit'), {
    description:
      'list changes by editors and administrators, newest first, including those of deleted forums',
    examples: ['forum audit list example', 'forum audit list example --since 7d --json'],
    prepare: withListOptions,
    read: (database, slug, { since, limit }) => listAuditEntries(database, { slug, since, limit }),
    columns: {
      'AT (UTC)': ({ at }) => minuteOf(at),
      BY: ({ by }) => by,
      DOOR: ({ door }) => door,
      WHAT: ({ action }) => action,
      DIALOG: ({ dialog_id }) => dialog_id ?? '',
      COMMENT: ({ comment_id }) => comment_id ?? '',
      DETAILS: ({ details }) => describeDetails(details),
    },
    none: 'No changes found.',
  });
}
