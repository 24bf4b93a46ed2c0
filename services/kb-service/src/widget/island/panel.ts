import type { CloseTexts, GuideAnswer, StartAnswer } from '../widget-answers.ts';
import { button, element, linkAway } from './elements.ts';
import { showGuide } from './guide-view.ts';
import { createHomeView, type HomeView } from './home-view.ts';
import { createMessageView, type MessageView } from './message-view.ts';
import { pathOfPage } from './page.ts';
import { createVisit, note, noteQuery, type Person, type Place } from './place.ts';
import { createRequests, Refusal } from './requests.ts';

/** The content of `panel.css`. */
declare const STYLE: string;
/** Precedes this file. */
declare const CLOSE: CloseTexts;

export interface PanelHost {
  element: HTMLElement;
  root: ShadowRoot;
  /** The address of the help centre. */
  base: string;
  person(): Person;
}

export interface Panel {
  /** @param failure what is said if the help centre does not answer */
  open(query: string | undefined, failure: string): void;
  close(): void;
}

export interface PanelModule {
  createPanel(host: PanelHost): Panel;
}

/** The dialog of one widget: what it shows changes, and it stays while it is closed. */
export function createPanel({ element: host, root, base, person }: PanelHost): Panel {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets.push(sheet);
  const requests = createRequests(base);
  const visit = createVisit();
  const title = element('h2', { id: ':title', tabindex: '-1' });
  const back = button('', goBack, { class: 'back', hidden: '' });
  const close = button('', () => dialog.close(), { class: 'close' });
  const view = element('div', { class: 'view' });
  const foot = element('div', { class: 'foot' });
  const dialog = element('dialog', { 'aria-labelledby': ':title' });
  dialog.append(element('div', { class: 'head' }, back, title, close), view, foot);
  root.append(dialog);
  let place: Place | undefined;
  let home: HomeView | undefined;
  let message: MessageView | undefined;
  /** The path of the page that suggestions are for. */
  let from = '';
  /** The slug of the guide that is shown, and where it was opened. */
  let opened = '';
  let openedFrom: { isMessage: boolean; link?: HTMLElement } = { isMessage: false };

  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  // Shortcuts of the page are not for what is typed here.
  for (const name of ['keydown', 'keyup', 'keypress']) {
    dialog.addEventListener(name, (event) => event.stopPropagation());
  }

  function open(query: string | undefined, failure: string): void {
    const language = host.getAttribute('language') || document.documentElement.lang;
    if (!dialog.open) dialog.showModal();
    tell('open', query === undefined ? {} : { query });
    close.ariaLabel = CLOSE[language.slice(0, 2).toLowerCase()] ?? CLOSE.en;
    if (place?.language === language && home) resume(home, query);
    else void begin({ language, query, failure });
  }

  /** As it was, but with suggestions for the page that there is now. */
  function resume(former: HomeView, query: string | undefined): void {
    if (from !== pathOfPage()) former.suggest();
    from = pathOfPage();
    if (query !== undefined) {
      showHome();
      former.search(query);
    } else if (back.hidden) former.focus();
    else title.focus();
  }

  async function begin(asked: { language: string; query: string | undefined; failure: string }) {
    const { language, query, failure } = asked;
    view.setAttribute('aria-busy', 'true');
    try {
      const start: StartAnswer = await requests.get('widget/start', { language });
      place = createPlace(start, language);
      home = createHomeView(place);
      message = canWrite(start) ? createMessageView(place, start.messages) : undefined;
      from = pathOfPage();
      frame(place);
      showHome();
      home.suggest();
      if (query !== undefined) home.search(query);
    } catch (error) {
      const said = (error instanceof Refusal && error.message) || failure;
      view.replaceChildren(element('p', { role: 'alert' }, said));
    }
    view.removeAttribute('aria-busy');
  }

  function createPlace(start: StartAnswer, language: string): Place {
    return {
      start,
      language,
      requests,
      visit,
      person,
      openGuide: (slug) => void showGuideOf(slug),
      tell,
      waysOn: (about) => [...waysToForum(start, about), ...waysToPeople(start)],
      attribute: (name) => host.getAttribute(name) ?? '',
    };
  }

  function tell(name: string, detail: object): void {
    host.dispatchEvent(new CustomEvent(`guidepost-${name}`, { detail, bubbles: true, composed: true }));
  }

  /** Sets the parts around every view. */
  function frame({ start }: Place): void {
    const { language, direction, home: path, words } = start;
    dialog.lang = language;
    dialog.dir = direction;
    back.ariaLabel = words.back;
    foot.replaceChildren(
      ...(start.messages ? waysToPeople(start) : []),
      linkAway(words.helpCentre, requests.addressOf(path), words.newTab),
    );
  }

  function waysToForum({ forum, words }: StartAnswer, about: string): HTMLElement[] {
    if (forum === undefined) return [];
    const address = forum + encodeURIComponent(about.slice(0, 200).toWellFormed());
    return [element('p', {}, linkAway(words.askForum, address, words.newTab))];
  }

  function waysToPeople(start: StartAnswer): HTMLElement[] {
    const { words, messages, contact = messages && requests.addressOf(messages.path) } = start;
    if (host.getAttribute('contact') === 'off') return [];
    if (canWrite(start)) return [element('p', {}, button(words.contact, showMessage, { class: 'link' }))];
    return contact === undefined ? [] : [element('p', {}, linkAway(words.contact, contact, words.newTab))];
  }

  function show(heading: string, content: Node[], hasBack: boolean): void {
    back.hidden = !hasBack;
    title.textContent = heading;
    view.replaceChildren(...content);
    view.scrollTop = 0;
  }

  function showHome(): void {
    if (!home || !place) return;
    opened = '';
    show(place.start.name, home.content, false);
    if (openedFrom.link?.isConnected) openedFrom.link.focus();
    else home.focus();
  }

  function showMessage(): void {
    if (!message || !place?.start.messages) return;
    opened = '';
    noteQuery(visit);
    show(place.start.messages.words.title, message.content, true);
    message.show();
    if (openedFrom.isMessage && openedFrom.link?.isConnected) openedFrom.link.focus();
  }

  function goBack(): void {
    if (opened !== '' && openedFrom.isMessage) showMessage();
    else showHome();
  }

  async function showGuideOf(slug: string): Promise<void> {
    if (!place) return;
    const { start, language } = place;
    if (opened === '') {
      const link = root.activeElement as HTMLElement;
      openedFrom = { isMessage: message?.content[0]?.isConnected === true, link };
    }
    opened = slug;
    view.setAttribute('aria-busy', 'true');
    let content: Node[];
    let heading = start.name;
    try {
      const guide: GuideAnswer = await requests.get(`widget/guides/${encodeURIComponent(slug)}`, {
        language,
      });
      content = showGuide(guide, place);
      heading = guide.title;
      note(visit.read, `${guide.title} ${guide.address}`);
    } catch (error) {
      const said = (error instanceof Refusal && error.message) || start.words.tryLater;
      content = [element('p', { role: 'alert' }, said)];
    }
    view.removeAttribute('aria-busy');
    // Something else may have been opened since.
    if (opened !== slug) return;
    show(heading, content, true);
    title.focus();
  }

  return { open, close: () => dialog.close() };
}

type WithMessages = StartAnswer & Required<Pick<StartAnswer, 'messages'>>;

/** Pages over plain HTTP have no digests, which the form needs; they link to the page with it. */
function canWrite(start: StartAnswer): start is WithMessages {
  return start.messages !== undefined && isSecureContext;
}
