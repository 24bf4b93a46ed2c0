import type { LoaderSettings, LoaderTexts } from '../widget-answers.ts';
import type { Panel, PanelModule } from './panel.ts';
import type { Person } from './place.ts';

// All that a page with the widget loads before someone opens it, in at most 2 kB: the element and its button.

/** Precedes this file. */
declare const SETTINGS: LoaderSettings;
/** The content of `loader.css`. */
declare const STYLE: string;

const { version, integrity, colors, texts } = SETTINGS;
/** The address of the help centre, and whether a page names this version. */
const [, base = '', pinned] =
  /^(.*?\/)widget(\/versions\/[^/]+\/widget)?\.js(?:[?#]|$)/.exec(import.meta.url) ?? [];

let loading: Promise<PanelModule> | undefined;
let failures = 0;

/** Browsers remember an address that failed. */
function load(): Promise<PanelModule> {
  loading ??= loadPanel(`${base}widget/versions/${version}/panel.js${failures ? `?${failures}` : ''}`);
  return loading;
}

async function loadPanel(address: string): Promise<PanelModule> {
  try {
    // A page that names a digest of the loader gets no other panel either.
    if (pinned) await preload(address);
    return await import(address);
  } catch (error) {
    loading = undefined;
    failures += 1;
    throw error;
  }
}

function preload(address: string): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.integrity = integrity;
  link.href = address;
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}

class GuidepostHelp extends HTMLElement {
  #button = document.createElement('button');
  #failure = document.createElement('p');
  #panel: Panel | undefined;
  #person: Person = {};

  connectedCallback(): void {
    if (this.shadowRoot) return;
    showPage(this);
    const root = this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(colors + STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#button.className = 'launcher';
    this.#button.textContent = this.textContent?.trim() || this.#texts()[0];
    this.#button.setAttribute('aria-haspopup', 'dialog');
    this.#button.onclick = () => this.open();
    root.append(this.#button);
  }

  disconnectedCallback(): void {
    this.close();
  }

  async open({ query }: { query?: string } = {}): Promise<void> {
    const root = this.shadowRoot;
    if (!root) return;
    this.#failure.remove();
    this.#button.ariaBusy = 'true';
    const [, failure] = this.#texts();
    try {
      const { createPanel } = await load();
      this.#panel ??= createPanel({ element: this, root, base, person: () => this.#person });
      if (this.isConnected) this.#panel.open(query, failure);
    } catch {
      // The link that was there before, if there is one.
      this.#failure.replaceChildren(failure, ' ', document.createElement('slot'));
      this.#failure.role = 'alert';
      root.append(this.#failure);
    }
    this.#button.ariaBusy = null;
  }

  close(): void {
    this.#panel?.close();
  }

  /** Whom a message is from, which its form then has filled in. */
  identify({ name, email }: Person): void {
    this.#person = { name, email };
  }

  #texts(): LoaderTexts {
    const language = this.getAttribute('language') || document.documentElement.lang;
    return texts[language.slice(0, 2).toLowerCase()] ?? texts.en;
  }
}

const isHidden = (element: Element) => getComputedStyle(element).display === 'none';

/** A rule that hides every element hides the page around the widget, too; nothing else of it appears. */
function showPage(element: Element): void {
  const { documentElement, body } = document;
  if (isHidden(element) && isHidden(body))
    for (const { style } of [documentElement, body]) style.setProperty('display', 'block', 'important');
}

// The script may be there twice.
if (!customElements.get('guidepost-help')) customElements.define('guidepost-help', GuidepostHelp);
