import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { element } from '../page/element.ts';
import { markPassages, type NotedPassage, selectedPassage, showPassage } from './noted-passages.ts';

/** Milliseconds after which marks are looked for again in a text that has changed. */
const PAUSE = 500;

/** Milliseconds after which a note counts as not saved. */
const TIMEOUT = 10_000;

interface NotesOptions {
  words: EditorWords;
  token: () => string;
}

/**
 * The notes beside the text: marks their passages in it, and does what their buttons say without leaving the page.
 * @returns what begins a note on what is selected
 */
export function openNotes(editor: Editor, { words, token }: NotesOptions): () => void {
  const section = document.querySelector<HTMLElement>('#notes');
  if (!section) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function mark(notes: HTMLElement): void {
    const marked = markPassages(editor, passagesIn(notes));
    for (const note of notes.querySelectorAll<HTMLElement>('[data-note]')) {
      const { note: id = '', quote = '' } = note.dataset;
      const isGone = quote !== '' && !marked.has(id);
      note.querySelector('[data-gone]')?.toggleAttribute('hidden', !isGone);
      const show = element(
        'button',
        { type: 'button', class: 'link', click: () => showPassage(editor, id) },
        quote,
      );
      note.querySelector('blockquote')?.replaceChildren(isGone ? quote : show);
    }
  }

  editor.on('transaction', ({ transaction }) => {
    if (!transaction.docChanged) return;
    clearTimeout(timer);
    timer = setTimeout(() => mark(section), PAUSE);
  });
  // A note is no change of the guide.
  section.addEventListener('input', (event) => event.stopPropagation());
  section.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : undefined;
    if (!button?.hasAttribute('formaction')) return;
    event.preventDefault();
    void press(section, button).then(() => mark(section));
  });
  section.addEventListener('keydown', (event) => {
    // It would send the form around the notes.
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  });

  async function press(notes: HTMLElement, button: HTMLButtonElement): Promise<void> {
    const fields = fieldsIn(button.closest('details')).map(({ name, value }) => [name, value]);
    const body = new URLSearchParams([['token', token()], ['action', button.value], ...fields]);
    button.disabled = true;
    const answer = await send(button.formAction, body);
    button.disabled = false;
    if (!answer) {
      notes.querySelector('[role="alert"]')?.remove();
      notes.append(element('p', { class: 'wrong', role: 'alert' }, words.notes.failed));
      return;
    }
    const sent = new Set(fields.map(([name]) => name));
    const typed = fieldsIn(notes).filter(({ name, value }) => value !== '' && !sent.has(name));
    notes.replaceChildren(...document.adoptNode(answer).childNodes);
    for (const { name, value } of typed) fill(notes, name, value);
    notes.dispatchEvent(new Event('replaced', { bubbles: true }));
    const wrong = notes.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else if (button.value === 'note') editor.view.focus();
    else notes.querySelector<HTMLElement>('#notes-heading')?.focus();
  }

  return () => {
    const passage = selectedPassage(editor);
    if (!passage) return;
    fill(section, 'noteQuote', passage.quote);
    fill(section, 'noteBefore', passage.before);
    fill(section, 'noteAfter', passage.after);
    section.querySelector<HTMLElement>('[name="note"]')?.focus();
  };
}

function passagesIn(notes: HTMLElement): NotedPassage[] {
  return [...notes.querySelectorAll<HTMLElement>('[data-note]')].flatMap((note) => {
    const { note: id = '', quote = '', before = '', after = '' } = note.dataset;
    const texts = [...note.querySelectorAll('.remark-text')].map(({ textContent }) => textContent);
    return quote ? [{ id, quote, before, after, title: texts.join('\n') }] : [];
  });
}

/** The notes of the page that the service answers with, also where it refuses a note; undefined if there is none. */
async function send(address: string, body: URLSearchParams): Promise<Element | undefined> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    return page.querySelector('#notes') ?? undefined;
  } catch {
    return undefined;
  }
}

function fieldsIn(part: HTMLElement | null): (HTMLInputElement | HTMLTextAreaElement)[] {
  return [...(part?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])];
}

/** Puts a text into a field, which can be seen then. */
function fill(notes: HTMLElement, name: string, value: string): void {
  const field = fieldsIn(notes).find((each) => each.name === name);
  if (!field) return;
  field.value = value;
  field.closest('details')?.setAttribute('open', '');
}
