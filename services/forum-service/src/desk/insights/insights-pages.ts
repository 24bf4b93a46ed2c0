import {
  type ChartOptions,
  csvPage,
  daysOf,
  insightsAddress,
  periodLinks,
  SHOWN_ROWS,
  showComparison,
  showTimeline,
} from '@guidepost/desk';
import type { StepOfTime } from '@guidepost/desk/insights';
import type { Context } from '../../context.ts';
import { INSIGHT_TABLES } from '../../counts/insight-tables.ts';
import {
  type Before,
  type Figures,
  type InsightsRequest,
  listUnanswered,
  readBefore,
  readInsights,
  type Step,
} from '../../counts/read-insights.ts';
import type { ForumCall, ForumPage } from '../forum-tenant.ts';

const HOUR_IN_MINUTES = 60;

const DAY_IN_HOURS = 24;

/** From here on, days are easier to read. */
const MOST_HOURS = 48;

/** Units for the timeline of a period, the usual first. */
const STEPS: Readonly<Record<number, readonly [StepOfTime, ...StepOfTime[]]>> = {
  7: ['day'],
  30: ['day', 'week'],
  90: ['week', 'day'],
  365: ['week', 'month'],
};

const BY = { day: 'byDay', week: 'byWeek', month: 'byMonth' } as const;

/** Posts of a period, how soon they were answered, and what people look for. */
export function insightsPages({ database }: Pick<Context, 'database'>): Record<string, ForumPage> {
  return {
    '/insights': {
      async read(call) {
        const { phrasing, tenant, base } = call;
        const days = daysOf(call);
        const step = stepOf(call, days);
        const request = { forumId: tenant.forum.id, days, step, limit: SHOWN_ROWS };
        // One after the other, so that readers keep the connections of the pool.
        const { all, timeline, topics, tags, assignees } = await readInsights(database, request);
        const before = await readBefore(database, request);
        const unanswered = await listUnanswered(database, request);
        const searches = await readSearches(database, request);
        const duration = createDurations(phrasing.language);
        return {
          template: 'insights/insights',
          title: phrasing.words.insights,
          section: 'insights',
          content: {
            periods: periodLinks(call, days),
            steps: stepLinks(call, days, step),
            timeline: showTimeline(timeline, phrasing, { step, charts: chartsOf(call, all, before) }),
            comparison: showComparison(before.days, phrasing),
            all,
            topics,
            tags,
            assignees,
            unanswered,
            ...searches,
            number: new Intl.NumberFormat(phrasing.language),
            percent: new Intl.NumberFormat(phrasing.language, { style: 'percent' }),
            duration,
            csv: (table: string) => `${base}/insights/${table}.csv?days=${days}&by=${step}`,
          },
        };
      },
    },
    '/insights/:table': csvPage((call, { table, days, limit }) => {
      const request = { forumId: call.tenant.forum.id, days, limit, step: stepOf(call, days) };
      return INSIGHT_TABLES.read(database, table, request);
    }),
  };
}

async function readSearches(database: Context['database'], request: InsightsRequest) {
  return {
    notFound: (await INSIGHT_TABLES.read(database, 'not-found', request)).rows,
    searches: (await INSIGHT_TABLES.read(database, 'most-searched', request)).rows,
    guides: (await INSIGHT_TABLES.read(database, 'helpful-guides', request)).rows,
    opened: (await INSIGHT_TABLES.read(database, 'deflected', request)).rows,
    programs: {
      uses: (await INSIGHT_TABLES.read(database, 'programs', request)).rows,
      vain: (await INSIGHT_TABLES.read(database, 'programs-in-vain', request)).rows,
    },
  };
}

function stepOf({ query }: ForumCall, days: number): StepOfTime {
  const steps = STEPS[days] ?? ['day'];
  return steps.find((step) => step === query.first('by')) ?? steps[0];
}

/** Links to the other ways to sum up; none if there is only one way. */
function stepLinks({ base, phrasing }: ForumCall, days: number, chosen: StepOfTime) {
  const steps = STEPS[days] ?? [];
  if (steps.length < 2) return [];
  const address = insightsAddress(base, days);
  return steps.map((step) => ({
    label: phrasing.words[BY[step]],
    address: `${address}${address.includes('?') ? '&' : '?'}by=${step}`,
    isChosen: step === chosen,
  }));
}

function chartsOf(
  { phrasing: { words, language } }: ForumCall,
  all: Figures,
  before: Before,
): ChartOptions<Step>[] {
  const { dialogs, comments, answers, votes, median_hours } = before;
  return [
    {
      title: words.dialogs,
      above: { name: words.dialogs, of: (step) => step.dialogs },
      before: { above: dialogs },
    },
    {
      title: words.comments,
      above: { name: words.comments, of: (step) => step.comments },
      below: { name: words.officialAnswers, of: (step) => step.answers },
      before: { above: comments, below: answers },
    },
    {
      title: words.medianTime,
      above: { name: words.median, of: (step) => step.median_hours ?? 0 },
      total: all.median_hours,
      before: { above: median_hours },
      format: createDurations(language),
    },
    { title: words.votes, above: { name: words.votes, of: (step) => step.votes }, before: { above: votes } },
  ];
}

/** Shows hours in the unit that suits: `45 min`, `3.5 hrs`, `2.1 days`; a dash for none. */
function createDurations(language: string): (hours: number | null) => string {
  const locale = language === 'en' ? 'en-GB' : language;
  const inUnit = (unit: 'minute' | 'hour' | 'day', digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    });
  const minutes = inUnit('minute', 0);
  const inHours = inUnit('hour', 1);
  const days = inUnit('day', 1);
  return (hours) => {
    if (hours === null) return '–';
    if (hours < 1) return minutes.format(hours * HOUR_IN_MINUTES);
    return hours < MOST_HOURS ? inHours.format(hours) : days.format(hours / DAY_IN_HOURS);
  };
}
