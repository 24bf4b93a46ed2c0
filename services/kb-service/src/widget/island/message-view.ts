import type { StartAnswer, SuggestionsAnswer } from '../widget-answers.ts';
import { button, element, list } from './elements.ts';
import { clearVisit, type Place } from './place.ts';
import { solveChallenge } from './solve-challenge.ts';

type Messages = NonNullable<StartAnswer['messages']>;

/** Milliseconds after the last key. */
const PAUSE = 300;

/** Characters of the page's title and of its line. */
const LONGEST_TITLE = 150;
const LONGEST_PAGE = 500;

export interface MessageView {
  content: HTMLElement[];
  /** With what was done in the panel until now. */
  show(): void;
}

interface WrittenErrors {
  errors?: readonly { field?: string; message: string }[];
}

/** A form that writes to the help centre. Guides about the subject are offered first, and nothing is sent unseen. */
export function createMessageView(place: Place, { path, words }: Messages): MessageView {
  const { visit, requests, start } = place;
  const subject = field('subject', words.subject, { maxlength: '200', required: '' });
  const offered = element('div', { 'aria-live': 'polite' });
  const history = element('fieldset');
  const problem = element('p', { role: 'alert', tabindex: '-1' });
  const file = field('file', `${words.file} (${words.optional})`, { type: 'file' }, words.fileHint);
  const send = element('button', { class: 'main' }, words.send);
  const form = element('form', { class: 'message' }, subject, offered);
  const name = field('name', words.name, { maxlength: '100', required: '', autocomplete: 'name' });
  const email = field(
    'email',
    words.email,
    { type: 'email', required: '', autocomplete: 'email' },
    words.emailHint,
  );
  form.append(name, email, textField('text', words.text), file, history, problem, send);
  /** The form, or what is said once it has ended: also to someone who reads a guide meanwhile. */
  const shown = element('div', {}, form);
  /** Whether what is said has not been shown yet. */
  let isNews = false;
  /** Lines that the writer has unticked. */
  const leftOut = new Set<string>();
  /** The id of one message, however often it is sent. */
  let id = crypto.randomUUID();
  let timer: ReturnType<typeof setTimeout> | undefined;

  subject.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void offer().catch(() => undefined), PAUSE);
  });
  history.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.checked) leftOut.delete(target.value);
    else leftOut.add(target.value);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!send.disabled) void submit();
  });

  async function offer(): Promise<void> {
    const about = inputOf(subject).value.trim();
    const parameters = { words: about, language: place.language };
    const found: SuggestionsAnswer | undefined =
      about === '' ? undefined : await requests.get('widget/suggestions', parameters);
    if (inputOf(subject).value.trim() !== about) return;
    const shown = found?.areSimilar
      ? list(found.guides, ({ slug, title }) => {
          const open = button(title, () => place.openGuide(slug), { class: 'link' });
          const answered = button(words.answered, () => void deflect(slug, title));
          return element('div', { class: 'offer' }, open, answered);
        })
      : undefined;
    offered.replaceChildren(...(shown ? [element('h3', {}, words.offered), shown] : []));
  }

  async function deflect(slug: string, title: string): Promise<void> {
    const data = new FormData();
    data.set('guide', slug);
    // It helped, whether or not it could be counted.
    await requests.post(`${path}/answered`, data).catch(() => undefined);
    place.tell('answered', { slug, title });
    end(words.deflected);
  }

  function showHistory(): void {
    const title = document.title.slice(0, LONGEST_TITLE);
    const page = `${title} ${location.origin}${location.pathname}`.trim();
    const pages = new Set([page.slice(0, LONGEST_PAGE).toWellFormed()]);
    history.replaceChildren(
      element('legend', {}, words.history),
      element('p', { class: 'quiet' }, words.historyHint),
    );
    let count = 0;
    for (const [kind, lines] of [
      ['page', pages],
      ['searched', visit.searched],
      ['read', visit.read],
      ['answered', visit.answered],
    ] as const)
      for (const line of lines) {
        // Forms have each name once.
        const name = kind === 'page' ? kind : `${kind}[${count}]`;
        history.append(choice(name, `${words.before[kind]}: ${line}`, line, !leftOut.has(line)));
        count += 1;
      }
  }

  async function submit(): Promise<void> {
    send.disabled = true;
    say('');
    try {
      const data = new FormData(form);
      if (inputOf(file).files?.length === 0) data.delete('file');
      data.set('id', id);
      data.set('altcha', await solveChallenge(requests.addressOf(`${path}/challenge`)));
      const answer = await requests.post(`${path}/messages`, data);
      if (answer.ok) {
        place.tell('sent', { subject: inputOf(subject).value });
        clearVisit(visit);
        leftOut.clear();
        end(words.sent, words.sentHint);
      } else complain(await answer.json().catch(() => ({})));
    } catch {
      say(start.words.tryLater);
    }
    send.disabled = false;
  }

  function complain({ errors = [] }: WrittenErrors): void {
    let said = '';
    for (const { message } of errors) said += `${said && ' '}${message}`;
    say(said || start.words.tryLater);
    const named = errors[0]?.field;
    const wrong =
      named === undefined ? null : form.querySelector<HTMLElement>(`#${CSS.escape(`:message-${named}`)}`);
    (wrong ?? problem).focus();
  }

  function say(text: string): void {
    problem.textContent = text;
  }

  /** The next message is another one. */
  function end(...said: string[]): void {
    id = crypto.randomUUID();
    const lines = element('div', { role: 'status', tabindex: '-1' });
    for (const line of said) lines.append(element('p', {}, line));
    shown.replaceChildren(lines);
    form.reset();
    offered.replaceChildren();
    isNews = !shown.isConnected;
    lines.focus();
  }

  /** Fills in the person whom the page has named since, where nothing has been typed. */
  function fillIn(): void {
    const person = place.person();
    inputOf(name).defaultValue = person.name ?? '';
    inputOf(email).defaultValue = person.email ?? '';
  }

  return {
    content: [shown],
    show() {
      if (isNews) {
        isNews = false;
        return shown.querySelector('div')?.focus();
      }
      shown.replaceChildren(form);
      fillIn();
      showHistory();
      inputOf(subject).focus();
    },
  };
}

function field(name: string, label: string, attributes: Record<string, string>, hint = ''): HTMLElement {
  const id = `:message-${name}`;
  const input = element('input', { id, name, 'aria-describedby': `${id}-hint`, ...attributes });
  const described = element('span', { class: 'quiet', id: `${id}-hint` }, hint);
  return element('div', { class: 'field' }, element('label', { for: id }, label), input, described);
}

function textField(name: string, label: string): HTMLElement {
  const id = `:message-${name}`;
  const area = element('textarea', { id, name, rows: '5', maxlength: '20000', required: '' });
  return element('div', { class: 'field' }, element('label', { for: id }, label), area);
}

function inputOf(around: HTMLElement): HTMLInputElement {
  return around.querySelector('input') as HTMLInputElement;
}

/** A line that is sent unless it is unticked. */
function choice(name: string, label: string, value: string, isTicked: boolean): HTMLElement {
  const box = element('input', { type: 'checkbox', name, value, ...(isTicked && { checked: '' }) });
  return element('label', { class: 'choice' }, box, ' ', label);
}
