import type {
  FoundGuide,
  GuideLink,
  SearchAnswer,
  SuggestionsAnswer,
  TextLanguage,
} from '../widget-answers.ts';
import { onPlainClick } from './content.ts';
import { element, linkAway, list, marked } from './elements.ts';
import { guidesFor, pathOfPage, wordsOfPage } from './page.ts';
import { noteQuery, type Place } from './place.ts';
import { Refusal } from './requests.ts';

/** Milliseconds after the last key. */
const PAUSE = 150;

/** Characters of a query, which are too many for a search. */
const TOO_MANY = 501;

export interface HomeView {
  content: HTMLElement[];
  focus(): void;
  search(query: string): void;
  /** Suggestions for the page as it is now. */
  suggest(): void;
}

/** A search whose results appear while people type, and before that what may help on this page. */
export function createHomeView(place: Place): HomeView {
  const { start, requests, language, visit } = place;
  const { words } = start;
  const label = element('label', { class: 'unseen', for: ':query' }, words.search);
  const field = element('input', {
    type: 'search',
    id: ':query',
    placeholder: words.placeholder,
    dir: 'auto',
    autocomplete: 'off',
  });
  const form = element('form', { role: 'search' }, label, field);
  const status = element('p', { role: 'status', class: 'unseen' });
  const results = element('div', { lang: start.guideLanguage });
  const suggestions = element('div');
  let asking = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void run().then(() => noteQuery(visit));
  });
  field.addEventListener('input', () => {
    clearTimeout(timer);
    asking.abort();
    visit.query = '';
    timer = setTimeout(() => void run(), PAUSE);
  });

  results.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) noteQuery(visit);
  });

  async function run(): Promise<void> {
    clearTimeout(timer);
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const query = field.value.trim().slice(0, TOO_MANY);
    suggestions.hidden = query !== '';
    if (query === '') return show([], '');
    try {
      const answer: SearchAnswer = await requests.get('widget/search', { q: query, language }, signal);
      if (signal.aborted) return;
      visit.query = query;
      show(showResults(answer, query), answer.status);
      place.tell('search', { query, total: answer.total });
    } catch (error) {
      if (!signal.aborted) show([element('p', {}, messageOf(error))], messageOf(error));
    }
  }

  function show(content: Node[], said: string): void {
    results.replaceChildren(...content);
    status.textContent = said;
  }

  function messageOf(error: unknown): string {
    return (error instanceof Refusal && error.message) || words.tryLater;
  }

  function showResults({ notes, status: said, found, total, path }: SearchAnswer, query: string): Node[] {
    const content: Node[] = [];
    if (total === 0) content.push(element('p', { lang: start.language }, said));
    for (const note of notes) content.push(element('p', { class: 'quiet', lang: start.language }, note));
    const shown = list(found, (guide) => linkResult(guide));
    if (shown) content.push(shown);
    if (total > found.length)
      content.push(element('p', {}, linkAway(words.allResults, requests.addressOf(path), words.newTab)));
    if (total === 0) content.push(...place.waysOn(query));
    return content;
  }

  function linkResult({ slug, path, title, excerpt, standIn }: FoundGuide): HTMLElement {
    const link = linkGuide(slug, requests.addressOf(path), marked(title), standIn);
    const passage = element(
      'p',
      attributesOf(standIn),
      excerpt.cutBefore ? '… ' : '',
      marked(excerpt.parts),
      excerpt.cutAfter ? ' …' : '',
    );
    const found = element('div', {}, link, passage);
    if (standIn) found.append(element('p', { class: 'quiet', ...attributesOf(standIn) }, standIn.name));
    return found;
  }

  function linkGuide(
    slug: string,
    address: string,
    title: Node | string,
    standIn?: TextLanguage,
  ): HTMLElement {
    const link = element('a', { href: address, ...attributesOf(standIn) }, title);
    onPlainClick(link, () => place.openGuide(slug));
    return link;
  }

  async function suggest(): Promise<void> {
    const wanted = place.attribute('suggest');
    if (wanted === 'off') return suggestions.replaceChildren();
    const ruled = wanted === '' ? guidesFor(pathOfPage(), start.rules) : undefined;
    if (ruled) return showSuggestions(words.suggested, ruled);
    const parameters = { words: wordsOfPage(wanted), language };
    const found: SuggestionsAnswer = await requests.get('widget/suggestions', parameters);
    showSuggestions(found.areSimilar ? words.suggested : words.helpful, found.guides);
  }

  function showSuggestions(heading: string, guides: readonly GuideLink[]): void {
    const home = start.home === '/' ? '' : start.home;
    const shown = list(guides, ({ slug, title, standIn }) =>
      linkGuide(slug, requests.addressOf(`${home}/guides/${slug}`), title, standIn),
    );
    if (shown) shown.lang = start.guideLanguage;
    suggestions.replaceChildren(...(shown ? [element('h3', {}, heading), shown] : []));
  }

  return {
    content: [form, status, results, suggestions],
    focus: () => field.focus(),
    search(query) {
      field.value = query;
      void run();
    },
    // Without suggestions there is still the search.
    suggest: () => void suggest().catch(() => undefined),
  };
}

function attributesOf(standIn: TextLanguage | undefined): Record<string, string> {
  return standIn ? { lang: standIn.language, dir: standIn.direction } : {};
}
