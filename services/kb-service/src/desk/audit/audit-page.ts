import { parseId } from '@guidepost/http';
import type { Context } from '../../context.ts';
import { listChanges } from '../../knowledge-bases/list-changes.ts';
import type { KbPage } from '../kb-tenant.ts';

const PAGE = 100;

/** Who changed what, newest first. */
export function auditPage({ database }: Pick<Context, 'database'>): KbPage {
  return {
    roles: ['owner'],
    async read({ tenant, query, phrasing, base }) {
      const before = parseId(query.first('before') ?? '');
      const entries = await listChanges(database, { host: tenant.key, limit: PAGE, before });
      const last = entries.length === PAGE ? entries.at(-1) : undefined;
      return {
        template: 'audit/audit',
        title: phrasing.words.audit,
        section: 'audit',
        content: { entries, older: last && `${base}/audit?before=${last.id}` },
      };
    },
  };
}
