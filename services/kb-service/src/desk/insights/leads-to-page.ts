import { refusalOf, SHOWN_ROWS, type View } from '@guidepost/desk';
import { fill } from '@guidepost/i18n';
import { createAnalyzer } from '@guidepost/search';
import { AppError, foldWhiteSpace } from '@guidepost/service-kit';
import { type GuideTitle, listGuideTitles } from '../../content/guide-titles.ts';
import type { Context } from '../../context.ts';
import { listMostRead } from '../../readers/read-insights.ts';
import { addSearchWords, removeSearchWords } from '../../reviews/search-words.ts';
import { actorOf, guideErrorsOf, type KbCall, type KbPage } from '../kb-tenant.ts';

const PATH = '/insights/leads-to';

const ROLES = ['owner', 'editor'] as const;

/** Days in which guides were read that are offered before anything is searched for. */
const READ_DAYS = 90;

/** Chooses the guide that a search in vain is to find. */
export function leadsToPage(context: Pick<Context, 'database' | 'guideSearch'>): KbPage {
  const { database } = context;

  async function show(call: KbCall, words: string, content: object = {}): Promise<View> {
    const { phrasing, base, query } = call;
    const searched = foldWhiteSpace(query.first('q') ?? '');
    const found = await findGuides(context, call, searched || words);
    const offered = { host: call.tenant.key, days: READ_DAYS, limit: SHOWN_ROWS };
    const isAnswer = found.length > 0 || searched !== '';
    return {
      template: 'insights/leads-to',
      title: fill(phrasing.words.leadsToHeading, { words }),
      section: 'insights',
      content: {
        here: base + PATH,
        asked: words,
        searched,
        guides: isAnswer ? found : await listMostRead(database, offered),
        problem: undefined,
        ...content,
      },
    };
  }

  return {
    roles: ROLES,
    purpose: 'guide describe',
    async read(call) {
      const words = foldWhiteSpace(call.query.first('words') ?? '');
      return words === '' ? { seeOther: `${call.base}/insights` } : show(call, words);
    },
    async post({ form, ...call }) {
      const words = form.first('words') ?? '';
      const wanted = { host: call.tenant.key, slug: form.first('slug') ?? '', words };
      const seeOther = `${call.base}/insights`;
      try {
        if (form.first('action') === 'remove') {
          await removeSearchWords(database, actorOf(call), wanted);
          return { seeOther, notice: 'noticeLeadsNoMore' };
        }
        const isNew = await addSearchWords(database, actorOf(call), wanted);
        const fields = { action: 'remove', words, slug: wanted.slug };
        const undo = isNew ? { action: call.base + PATH, fields } : undefined;
        return { seeOther, notice: 'noticeLeads', undo };
      } catch (error) {
        const { status, headers, problem } = refusalOf(error, call.phrasing);
        const said = problem ?? Object.values(guideErrorsOf(error, call.phrasing)).join(' ');
        return { ...(await show(call, words, { problem: said })), status, headers };
      }
    },
  };
}

/** Published guides with these words; none while search is out of order. */
async function findGuides(
  { database, guideSearch }: Pick<Context, 'database' | 'guideSearch'>,
  { tenant: { knowledgeBase } }: KbCall,
  words: string,
): Promise<GuideTitle[]> {
  const query = createAnalyzer(knowledgeBase.language).query(words);
  try {
    const { ids } = await guideSearch.page({ tenant: knowledgeBase, query, offset: 0, limit: SHOWN_ROWS });
    return await listGuideTitles(database, knowledgeBase, ids);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') return [];
    throw error;
  }
}
