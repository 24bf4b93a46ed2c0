import {
  type ChartOptions,
  csvPage,
  daysOf,
  insightsAddress,
  pathId,
  periodLinks,
  SHOWN_ROWS,
  showComparison,
  showTimeline,
} from '@guidepost/desk';
import { type Days, isSummedUp, lastDays } from '@guidepost/desk/insights';
import type { Database } from '@guidepost/postgres';
import { parseId } from '@guidepost/service-kit';
import { listDeflections } from '../../contact/deflections.ts';
import type { Context } from '../../context.ts';
import { isEdition } from '../../model/knowledge-base.ts';
import { deleteComment, listComments } from '../../readers/guide-comments.ts';
import { INSIGHT_TABLES } from '../../readers/insight-tables.ts';
import {
  type Before,
  countedSince,
  FEWEST_VOTES,
  type InsightsRequest,
  listLeastHelpful,
  listMostRead,
  listMostSearched,
  listNeverOpened,
  listNotFoundQueries,
  readBefore,
  readTimeline,
  type Step,
  TIME_TO_BE_FOUND,
} from '../../readers/read-insights.ts';
import { sameInLanguages } from '../desk-languages.ts';
import { mayChange } from '../desk-permissions.ts';
import { actorOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { leadsToPage } from './leads-to-page.ts';

export const SHOWN_COMMENTS = 50;

/** Searches, reads and gaps of a knowledge base. */
export function insightsPages(context: Pick<Context, 'database' | 'guideSearch'>): Record<string, KbPage> {
  const { database } = context;
  return {
    '/insights': {
      async read(call) {
        const { phrasing, tenant, base } = call;
        const days = daysOf(call);
        const request = { host: tenant.key, days, limit: SHOWN_ROWS };
        const steps = await readTimeline(database, request);
        const since = await countedSince(database, request);
        const before = await readBefore(database, request);
        const lists = await readLists(database, request);
        return {
          template: 'insights/insights',
          title: phrasing.words.insights,
          section: 'insights',
          content: {
            periods: periodLinks(call, days),
            languages: sameInLanguages(call, insightsAddress('', days)),
            timeline: showTimeline(steps, phrasing, {
              step: lastDays(days).step,
              charts: chartsOf(phrasing, {
                ...before,
                isCounted: since !== null && since <= before.days.from,
              }),
            }),
            comparison: comparisonOf(call, before.days),
            countedFrom:
              since !== null && since > (steps[0]?.day ?? '') ? phrasing.date(new Date(since)) : undefined,
            isEmpty:
              since === null && lists.judged.length === 0 && steps.every(({ yes, no }) => yes + no === 0),
            ...lists,
            timeToBeFound: TIME_TO_BE_FOUND,
            number: new Intl.NumberFormat(phrasing.language),
            percent: new Intl.NumberFormat(phrasing.language, { style: 'percent' }),
            csv: (table: string) => `${base}/insights/${table}.csv?days=${days}`,
            deleteAddress: (id: number) => `${base}/insights/comments/${id}/delete?days=${days}`,
            mayDelete: mayChange(call, 'comment delete'),
            mayCreate: !isEdition(tenant.knowledgeBase) && mayChange(call, 'guide create'),
            mayArrange: mayChange(call, 'search synonyms'),
            mayLead: mayChange(call, 'guide describe') && mayChange(call, 'guide publish'),
            withWords: (page: string, words: string) => `${base}/${page}?${new URLSearchParams({ words })}`,
            fewestVotes: FEWEST_VOTES,
          },
        };
      },
    },
    '/insights/leads-to': leadsToPage(context),
    '/insights/:table': csvPage(({ tenant }, { table, days, limit }) =>
      INSIGHT_TABLES.read(database, table, { host: tenant.key, days, limit }),
    ),
    '/insights/comments/:comment/delete': {
      roles: ['owner', 'editor'],
      async post(call) {
        const { key: host } = call.tenant;
        await deleteComment(database, actorOf(call), { host, id: pathId(call.path, 'comment') });
        const guide = parseId(call.query.first('guide') ?? '');
        const page = guide === undefined ? call.base : `${call.base}/guides/${guide}`;
        return { seeOther: insightsAddress(page, daysOf(call)), notice: 'noticeCommentDeleted' };
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
    deflected: await listDeflections(database, request),
    comments: await listComments(database, { ...request, limit: SHOWN_COMMENTS }),
    programs: {
      uses: (await INSIGHT_TABLES.read(database, 'programs', request)).rows,
      vain: (await INSIGHT_TABLES.read(database, 'programs-in-vain', request)).rows,
    },
  };
}

/** With what figures are compared, and how exactly. */
export function comparisonOf({ phrasing }: Pick<KbCall, 'phrasing'>, days: Days): string {
  const said = showComparison(days, phrasing);
  return isSummedUp(days) ? `${said} ${phrasing.words.comparedMonths}` : said;
}

function chartsOf(
  { words }: KbCall['phrasing'],
  before: Before & { isCounted: boolean },
): ChartOptions<Step>[] {
  const { views, searches, not_found, yes, no, isCounted } = before;
  return [
    {
      title: words.views,
      above: { name: words.views, of: (step) => step.views },
      before: isCounted ? { above: views } : undefined,
    },
    {
      title: words.searches,
      above: { name: words.searches, of: (step) => step.searches },
      below: { name: words.withoutResults, of: (step) => step.not_found },
      before: isCounted ? { above: searches, below: not_found } : undefined,
    },
    {
      title: words.votes,
      above: { name: words.yes, of: (step) => step.yes },
      below: { name: words.no, of: (step) => step.no },
      before: { above: yes, below: no },
    },
  ];
}
