import {
  type ChartOptions,
  daysOf,
  insightsAddress,
  periodLinks,
  SHOWN_ROWS,
  showTimeline,
} from '@guidepost/desk';
import { lastDays } from '@guidepost/desk/insights';
import type { Context } from '../../context.ts';
import { listComments } from '../../readers/guide-comments.ts';
import {
  findInsightGuide,
  type GuideBefore,
  type GuideStep,
  listLeadingSearches,
  readGuideBefore,
  readGuideTimeline,
} from '../../readers/read-guide-insights.ts';
import { countedSince } from '../../readers/read-insights.ts';
import { sameInLanguages } from '../desk-languages.ts';
import { mayChange } from '../desk-permissions.ts';
import { guideCallOf, type KbCall, type KbPage } from '../kb-tenant.ts';
import { comparisonOf, SHOWN_COMMENTS } from './insights-pages.ts';

/** Views, votes, comments and searches of one guide. */
export function guideInsightsPage({ database }: Pick<Context, 'database'>): KbPage {
  return {
    async read(call) {
      const { tenant, phrasing, base, guideId, here } = guideCallOf(call);
      const { key: host, knowledgeBase } = tenant;
      const days = daysOf(call);
      const request = { knowledgeBaseId: knowledgeBase.id, guideId, days };
      // One after the other, so that readers keep the connections of the pool.
      const guide = await findInsightGuide(database, request);
      const steps = await readGuideTimeline(database, request);
      const before = await readGuideBefore(database, request);
      const since = await countedSince(database, { host });
      const isCounted = since !== null && since <= before.days.from;
      return {
        template: 'insights/guide-insights',
        title: guide.title,
        section: 'insights',
        content: {
          here,
          periods: periodLinks({ base: here, phrasing }, days),
          languages: sameInLanguages(call, insightsAddress(`/guides/${guideId}`, days)),
          timeline: showTimeline(steps, phrasing, {
            step: lastDays(days).step,
            charts: chartsOf(phrasing, { ...before, isCounted }),
          }),
          comparison: comparisonOf(call, before.days),
          searches: await listLeadingSearches(database, { ...request, limit: SHOWN_ROWS }),
          comments: await listComments(database, { host, days, limit: SHOWN_COMMENTS, guideId }),
          number: new Intl.NumberFormat(phrasing.language),
          deleteAddress: (id: number) =>
            `${base}/insights/comments/${id}/delete?days=${days}&guide=${guideId}`,
          mayDelete: mayChange(call, 'comment delete'),
        },
      };
    },
  };
}

function chartsOf(
  { words }: KbCall['phrasing'],
  { views, from_search, yes, no, isCounted }: GuideBefore & { isCounted: boolean },
): ChartOptions<GuideStep>[] {
  return [
    {
      title: words.views,
      above: { name: words.views, of: (step) => step.views },
      before: isCounted ? { above: views } : undefined,
    },
    {
      title: words.fromSearch,
      above: { name: words.opened, of: (step) => step.from_search },
      // They have been counted for a shorter time than views.
      before: isCounted && from_search > 0 ? { above: from_search } : undefined,
    },
    {
      title: words.votes,
      above: { name: words.yes, of: (step) => step.yes },
      below: { name: words.no, of: (step) => step.no },
      before: { above: yes, below: no },
    },
  ];
}
