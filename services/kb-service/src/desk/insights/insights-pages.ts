import { pathId } from '@guidepost/desk';
import { type HeaderFields, type Representation, securityHeaders } from '@guidepost/http';
import type { Database } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Context } from '../../context.ts';
import { lastDays } from '../../insights/days.ts';
import { deleteComment, listComments } from '../../insights/guide-comments.ts';
import { csvOf, findInsightTable } from '../../insights/insight-tables.ts';
import {
  countedSince,
  type InsightsRequest,
  listLeastHelpful,
  listMostRead,
  listMostSearched,
  listNeverOpened,
  listNotFoundQueries,
  readTimeline,
  TIME_TO_BE_FOUND,
} from '../../insights/read-insights.ts';
import { isPermitted } from '../../model/permissions.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { showTimeline } from './timeline.ts';

/** Days to choose from; a year is shown by month. */
const PERIODS = [7, 30, 90, 365] as const;
const USUAL_PERIOD = 30;
const MONTHS_OF_A_YEAR = 12;

const SHOWN_ROWS = 10;
const SHOWN_COMMENTS = 50;
/** Rows of a download: 100,000 comments would stop the process for seconds. */
const MOST_DOWNLOADED = 5_000;

const CSV_HEADERS: HeaderFields = Object.freeze({
  'Content-Type': 'text/csv; charset=utf-8',
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { 'default-src': "'none'", 'frame-ancestors': "'none'" } }),
});

/** What readers look for, read and miss. */
export function insightsPages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  return {
    '/insights': {
      async read(call) {
        const { phrasing, tenant, base } = call;
        const days = daysOf(call);
        const request = { host: tenant.key, days, limit: SHOWN_ROWS };
        const steps = await readTimeline(database, request);
        const since = await countedSince(database, request);
        const lists = await readLists(database, request);
        return {
          template: 'insights/insights',
          title: phrasing.words.insights,
          section: 'insights',
          content: {
            periods: periodsOf(call, days),
            timeline: showTimeline(steps, phrasing, lastDays(days).step),
            countedFrom:
              since !== null && since > (steps[0]?.day ?? '') ? phrasing.date(new Date(since)) : undefined,
            isEmpty: since === null,
            ...lists,
            timeToBeFound: TIME_TO_BE_FOUND,
            number: new Intl.NumberFormat(phrasing.language),
            percent: new Intl.NumberFormat(phrasing.language, { style: 'percent' }),
            csv: (table: string) => `${base}/insights/${table}.csv?days=${days}`,
            deleteAddress: (id: number) => `${base}/insights/comments/${id}/delete?days=${days}`,
            mayDelete: isPermitted(actorOf(call), 'comment delete'),
          },
        };
      },
    },
    '/insights/:table': {
      async read(call): Promise<Representation> {
        const [, name = ''] = /^([a-z-]+)\.csv$/.exec(call.path.table ?? '') ?? [];
        const table = findInsightTable(name);
        if (!table) throw new AppError('not-found', 'There is nothing at this address.');
        const { key: host } = call.tenant;
        const days = daysOf(call);
        const rows = await table.read(database, { host, days, limit: MOST_DOWNLOADED });
        const fileName = `${host.replace(/[^a-z0-9.-]/g, '-')}-${name}-${days}-days.csv`;
        return {
          status: 200,
          headers: { ...CSV_HEADERS, 'Content-Disposition': `attachment; filename="${fileName}"` },
          body: csvOf(table, rows),
        };
      },
    },
    '/insights/comments/:comment/delete': {
      roles: ['owner', 'editor'],
      async post(call) {
        const { key: host } = call.tenant;
        await deleteComment(database, actorOf(call), { host, id: pathId(call.path, 'comment') });
        return { seeOther: addressOf(call.base, daysOf(call)), notice: 'noticeCommentDeleted' };
      },
    },
  };
}

/** One after the other, so that readers keep the connections of the pool. */
async function readLists(database: Database, request: InsightsRequest) {
  return {
    notFound: await listNotFoundQueries(database, request),
    searches: await listMostSearched(database, request),
    read: await listMostRead(database, request),
    unopened: await listNeverOpened(database, request),
    judged: await listLeastHelpful(database, request),
    comments: await listComments(database, { ...request, limit: SHOWN_COMMENTS }),
  };
}

function daysOf({ query }: KbCall): number {
  return PERIODS.find((days) => String(days) === query.first('days')) ?? USUAL_PERIOD;
}

function addressOf(base: string, days: number): string {
  return `${base}/insights${days === USUAL_PERIOD ? '' : `?days=${days}`}`;
}

function periodsOf({ base, phrasing }: KbCall, chosen: number) {
  const { dayCount, monthCount } = phrasing.words;
  return PERIODS.map((days) => ({
    label: days === 365 ? phrasing.count(monthCount, MONTHS_OF_A_YEAR) : phrasing.count(dayCount, days),
    address: addressOf(base, days),
    isChosen: days === chosen,
  }));
}
