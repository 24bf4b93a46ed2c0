import { fill } from '@guidepost/i18n';
import type { GuideTitle } from '../../content/guide-titles.ts';
import { listSuggestedGuides } from '../../content/suggested-guides.ts';
import type { Context } from '../../context.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { listMostHelpful } from '../../readers/votes.ts';
import { findWidgetVersion } from '../../tenants/widget-versions.ts';
import type {
  GuideLink,
  MessageWords,
  PanelWords,
  SearchAnswer,
  StartAnswer,
  SuggestionsAnswer,
} from '../../widget/widget-answers.ts';
import { readyToSend, widgetFiles } from '../../widget/widget-files.ts';
import type { PageKind } from '../page.ts';
import { countSearch, findGuides } from '../search/search-page.ts';
import { languageOfText, type Site } from '../site.ts';
import { findSimilar } from '../suggestions.ts';
import { WIDGET_HEADERS, widgetJson } from './widget-headers.ts';

const SCRIPT = { ...WIDGET_HEADERS, 'Content-Type': 'text/javascript; charset=utf-8' };

const FOREVER = 'public, max-age=31536000, immutable';

/** Every visitor of a page asks for the loader: browsers keep it for ten minutes, and use it while they ask again. */
const LOADER = { ...SCRIPT, 'Cache-Control': 'public, max-age=600, stale-while-revalidate=86400' };

/** `widget.js` */
export const loaderFile: PageKind = {
  keptAs: () => 'widget.js',
  async read({ site }) {
    const { sent } = await widgetFiles(site.accentColor);
    return { status: 200, headers: LOADER, ...sent.loader };
  },
};

/**
 * `widget/versions/:version/widget.js` and `…/panel.js`: the present version, or one that is kept. During an update,
 * and after it in pages that were open, another one is asked for; it gets the present one, which browsers do not keep.
 */
export function versionFile(name: 'loader' | 'panel', { content }: Pick<Context, 'content'>): PageKind {
  return {
    async read({ site: { knowledgeBase, accentColor }, path: { version } }) {
      const present = await widgetFiles(accentColor);
      const isPresent = version === present.version;
      const asked = { id: knowledgeBase.main_id, version };
      const kept = isPresent ? null : await findWidgetVersion(content.of(knowledgeBase), asked);
      const isKept = isPresent || kept !== null;
      const headers = { ...SCRIPT, 'Cache-Control': isKept ? FOREVER : 'public, no-cache' };
      return { status: 200, headers, ...(kept ? readyToSend(kept[name]) : present.sent[name]) };
    },
  };
}

/** `widget/start` */
export function startAnswer({ content, askForum }: Pick<Context, 'content' | 'askForum'>): PageKind {
  return {
    keptAs: () => 'start',
    async read({ site }) {
      const { knowledgeBase, phrasing } = site;
      const forum = askForum(knowledgeBase, '');
      const contact = site.look?.contact;
      const rules = await listSuggestedGuides(content.of(knowledgeBase), knowledgeBase);
      const answer: StartAnswer = {
        language: phrasing.language,
        direction: phrasing.direction,
        guideLanguage: knowledgeBase.language,
        name: site.name,
        home: site.base || '/',
        words: panelWords(site),
        rules: rules.map(({ path, guides }) => ({ path, guides: linksTo(knowledgeBase, guides) })),
        ...(forum !== undefined && { forum }),
        ...(contact !== undefined && { contact }),
        ...(knowledgeBase.contact && {
          messages: { path: `${site.base}/contact`, words: messageWords(site) },
        }),
      };
      return widgetJson(answer);
    },
  };
}

function linksTo(knowledgeBase: KnowledgeBase, guides: readonly GuideTitle[]): GuideLink[] {
  return guides.map(({ slug, title, shown_from }) => {
    const standIn = languageOfText(knowledgeBase, shown_from);
    return { slug, title, ...(standIn && { standIn }) };
  });
}

function panelWords({ phrasing: { words } }: Site): PanelWords {
  const { back, suggested, fullPage, helpCentre, newTab } = words.widget;
  return {
    search: words.searchField,
    placeholder: words.searchPlaceholder,
    back,
    suggested,
    helpful: words.mostHelpful,
    allResults: words.allResults,
    fullPage,
    helpCentre,
    newTab,
    question: words.helpfulQuestion,
    yes: words.yes,
    no: words.no,
    thanks: words.thanks,
    tryLater: words.tryLater,
    askForum: words.askForum,
    contact: words.contactUs,
  };
}

function messageWords({ phrasing: { words } }: Site): MessageWords {
  const { write: title, subjectField: subject, name, email, emailHint, text, file, fileHint } = words.contact;
  const { offered, answered, deflected, history, historyHint, before, send, sent, sentHint } = words.contact;
  const fields = { subject, name, email, emailHint, text, file, fileHint, optional: words.optional };
  return {
    title,
    ...fields,
    offered,
    answered,
    deflected,
    history,
    historyHint,
    before,
    send,
    sent,
    sentHint,
  };
}

const MOST_FOUND = 6;

/** UTF-16 units. */
const EXCERPT = 120;

/** Characters. */
const LONGEST_QUERY = 500;

/** `widget/search?q=…`, while people type; counted once they have stopped. */
export function searchAnswer(
  context: Pick<
    Context,
    'database' | 'guideSearch' | 'askForum' | 'readingCounts' | 'clients' | 'siteAddress'
  >,
): PageKind {
  return {
    async read(call) {
      const { site, query: sent } = call;
      const { words, count } = site.phrasing;
      const query = sent.first('q')?.trim() ?? '';
      const path = `${site.base}/search?${new URLSearchParams({ q: query })}`;
      const nothing = { status: '', notes: [], total: 0, path, found: [] };
      if (query === '') return widgetJson(nothing);
      if (Array.from(query).length > LONGEST_QUERY)
        return widgetJson({ ...nothing, status: words.searchTooLong });
      const result = await findGuides(context, {
        site,
        query,
        offset: 0,
        limit: MOST_FOUND,
        excerpt: EXCERPT,
      });
      countSearch(context, call, { ...result, query, offset: 0 });
      const { total, correctedQuery, missing, isPartial, found } = result;
      const notes = [
        correctedQuery && fill(words.showingInstead, { words: correctedQuery }),
        total > 0 && missing.length > 0 && fill(words.missingWords, { words: missing.join(' ') }),
        isPartial && words.partialResults,
        total === 0 && words.noResultsAdvice,
      ].filter((note) => typeof note === 'string');
      const status = total > 0 ? count(words.resultCount, total) : fill(words.noResults, { query });
      const shown = found.map(({ slug, path: guide, title, excerpt, standIn }) => ({
        slug,
        path: guide,
        title,
        excerpt,
        ...(standIn && { standIn }),
      }));
      const answer: SearchAnswer = { status, notes, total, path, found: shown };
      return widgetJson(answer);
    },
  };
}

/** `widget/suggestions?words=…`: guides about the words, else the most helpful ones. */
export function suggestionsAnswer(context: Pick<Context, 'database' | 'guideSearch'>): PageKind {
  return {
    async read({ site: { knowledgeBase }, query }) {
      const words = query.first('words')?.trim().slice(0, LONGEST_QUERY) ?? '';
      const similar = await findSimilar(context, knowledgeBase, words);
      const areSimilar = similar.length > 0;
      const guides = areSimilar ? similar : await listMostHelpful(context.database, knowledgeBase);
      const answer: SuggestionsAnswer = { guides: linksTo(knowledgeBase, guides), areSimilar };
      return widgetJson(answer);
    },
  };
}
