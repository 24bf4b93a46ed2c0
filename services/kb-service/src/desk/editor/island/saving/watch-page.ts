import type { Snapshot } from '../page/snapshot.ts';
import type { Saver } from './saver.ts';

export interface WatchedPage {
  saver: Saver;
  form: HTMLFormElement;
  place: HTMLElement;
  onChange(): void;
  snapshot(): Snapshot;
  /** Moves the focus to the text. */
  write(): void;
}

/** Saves when something outside of the text asks for it. */
export function watchPage({ saver, form, place, onChange, snapshot, write }: WatchedPage): void {
  form.addEventListener('input', ({ target }) => {
    if (!(target instanceof Node && place.contains(target))) onChange();
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || !isTitle(event.target)) return;
    // It would send the form.
    event.preventDefault();
    write();
  });
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 's' || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void saver.save();
  });
  window.addEventListener('online', () => void saver.tryAgain());
  window.addEventListener('focus', () => {
    if (saver.state.kind === 'signed-out' || saver.state.kind === 'other-person') void saver.tryAgain();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && saver.state.kind === 'changed') void saver.save();
  });
  window.addEventListener('beforeunload', (event) => {
    if (saver.isAtRisk()) event.preventDefault();
  });
  submitWhenSaved({ saver, form, snapshot });
}

/** Buttons of the form, such as "Publish", are about what is saved. */
function submitWhenSaved({ saver, form, snapshot }: Pick<WatchedPage, 'saver' | 'form' | 'snapshot'>): void {
  let isSaved = false;

  async function saveAndSubmit(submitter: HTMLElement | null): Promise<void> {
    if (!(await saver.save())) return;
    // Browsers ignore a submission within the event of another.
    await new Promise((resolve) => setTimeout(resolve));
    isSaved = true;
    setField(form, 'revision', String(saver.revision));
    setField(form, 'contentHtml', snapshot().contentHtml);
    form.requestSubmit(submitter);
    isSaved = false;
  }

  form.addEventListener('submit', (event) => {
    if (isSaved) return;
    event.preventDefault();
    if (event.submitter?.dataset.save === undefined || isChangedApart(form))
      void saveAndSubmit(event.submitter);
    else void saver.save();
  });
}

/** Whether fields have changed that drafts do not hold, so that only the form saves them. */
function isChangedApart(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll('[data-apart]')].some((field) => {
    if (!(field instanceof HTMLSelectElement))
      return field instanceof HTMLInputElement && field.value !== field.defaultValue;
    // The first option is chosen where the page chooses none.
    const shown = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
    return shown?.selected === false;
  });
}

function isTitle(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.name === 'title';
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
}
