import type { Snapshot } from '../page/snapshot.ts';
import type { Saver } from './saver.ts';

export interface WatchedPage {
  saver: Saver;
  form: HTMLFormElement;
  place: HTMLElement;
  onChange(): void;
  snapshot(): Snapshot;
  /** Files on their way into the text. */
  uploads: { settled(): Promise<unknown>; isBusy(): boolean };
  /** Moves the focus to the text. */
  write(): void;
}

/** Saves when something outside of the text asks for it. */
export function watchPage({ saver, form, place, onChange, snapshot, uploads, write }: WatchedPage): void {
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
    if (isChangedApart(form)) form.requestSubmit(form.querySelector<HTMLElement>('[data-save]'));
    else void saver.save();
  });
  window.addEventListener('online', () => void saver.tryAgain());
  window.addEventListener('focus', () => {
    if (saver.state.kind === 'signed-out' || saver.state.kind === 'other-person') void saver.tryAgain();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && saver.state.kind === 'changed') void saver.save();
  });
  const sending = submitWhenSaved({ saver, form, snapshot, uploads });
  window.addEventListener('beforeunload', (event) => {
    const isUnsaved = saver.isAtRisk() || uploads.isBusy();
    const isTypedApart = isChangedApart(form) || hasUnsentNote(form);
    if (isUnsaved || (isTypedApart && !sending.isUnderWay())) event.preventDefault();
  });
}

interface Sending {
  /** Whether the form is on its way, to an answer that saves or shows all of its fields. */
  isUnderWay(): boolean;
}

/** Buttons of the form, such as "Publish", are about what is saved. */
function submitWhenSaved({
  saver,
  form,
  snapshot,
  uploads,
}: Pick<WatchedPage, 'saver' | 'form' | 'snapshot' | 'uploads'>): Sending {
  let isSaved = false;
  let isUnderWay = false;

  async function saveAndSubmit(submitter: HTMLElement | null): Promise<void> {
    await uploads.settled();
    if (!(await saver.save())) return;
    // Browsers ignore a submission within the event of another.
    await new Promise((resolve) => setTimeout(resolve));
    isSaved = true;
    isUnderWay = true;
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
  // The person is still here.
  form.addEventListener('input', () => {
    isUnderWay = false;
  });
  return { isUnderWay: () => isUnderWay };
}

/** Whether fields differ from what is saved that drafts do not hold, so that only the form saves them. */
function isChangedApart(form: HTMLFormElement): boolean {
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const fields = [...form.querySelectorAll<Field>('[data-apart]')];
  return fields.some(({ name, value }) => {
    const shown = form.elements.namedItem(`shown-${name}`);
    return shown instanceof HTMLInputElement && shown.value !== value;
  });
}

function hasUnsentNote(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLTextAreaElement>('[data-unsent]')];
  return fields.some(({ value }) => value !== '');
}

function isTitle(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.name === 'title';
}

function setField(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
}
