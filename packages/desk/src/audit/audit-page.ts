import { parseId } from '@guidepost/service-kit';
import type { DeskCall, DeskPage } from '../requests/calls.ts';

/** A change, as the page shows it. */
export interface ShownChange {
  id: number;
  at: Date;
  by: string;
  door: 'desk' | 'api' | 'cli' | 'page';
  action: string;
  /** The changed thing, with its address if it still exists. */
  subject?: { name: string; address?: string | undefined } | undefined;
  /** Further details, in words. */
  said: readonly string[];
}

const PAGE = 100;

/**
 * Who changed what, newest first.
 * @param list at most `limit` changes, those before the one with this id
 */
export function auditPage<Call extends DeskCall>(
  list: (call: Call, page: { limit: number; before: number | undefined }) => Promise<ShownChange[]>,
): DeskPage<Call> {
  return {
    roles: ['owner'],
    async read(call) {
      const before = parseId(call.query.first('before') ?? '');
      const entries = await list(call, { limit: PAGE, before });
      const last = entries.length === PAGE ? entries.at(-1) : undefined;
      return {
        template: '@audit',
        title: call.phrasing.words.audit,
        section: 'audit',
        content: { entries, older: last && `${call.base}/audit?before=${last.id}` },
      };
    },
  };
}
