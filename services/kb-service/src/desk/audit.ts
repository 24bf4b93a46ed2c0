import type { ShownChange } from '@guidepost/desk';
import type { Context } from '../context.ts';
import { listChanges } from '../tenants/list-changes.ts';
import type { KbCall } from './kb-tenant.ts';

/** The changes of a knowledge base, for the page that lists them. */
export function kbAudit({ database }: Pick<Context, 'database'>) {
  return async (
    { tenant, base }: KbCall,
    page: { limit: number; before: number | undefined },
  ): Promise<ShownChange[]> => {
    const entries = await listChanges(database, { host: tenant.key, ...page });
    return entries.map(({ guide_id, subject: name, details, ...entry }) => {
      const address = guide_id === null ? undefined : `${base}/guides/${guide_id}`;
      return { ...entry, subject: name ? { name, address } : undefined, said: sayDetails(details) };
    });
  };
}

function sayDetails(details: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(details).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
}
