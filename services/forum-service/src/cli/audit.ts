import type { Command } from 'commander';
import { addAuditList } from './audit-list.ts';

/** `forum audit` */
export function addAudit(program: Command): void {
  addAuditList(program.command('audit').description('see who did what by these commands'));
}
