import { element, newId } from '../page/element.ts';

export interface Field {
  element: HTMLElement;
  control: HTMLInputElement;
  /** Shows what is wrong with it; an empty text for nothing. */
  refuse(text: string): void;
}

export interface FieldOptions {
  label: string;
  hint?: string;
  type?: 'text' | 'file' | 'checkbox';
  value?: string;
}

export function createField({ label, hint = '', type = 'text', value = '' }: FieldOptions): Field {
  const [id, description] = [newId(), newId()];
  const control = element('input', { id, type, autocomplete: 'off', 'aria-describedby': description });
  if (type === 'text') control.value = value;
  const text = element('span', { class: 'hint', id: description }, hint);
  const name = element('label', { for: id }, label);
  const parts = type === 'checkbox' ? [control, name, text] : [name, control, text];
  return {
    element: element('div', { class: `field ${type}` }, ...parts),
    control,
    refuse(problem) {
      text.textContent = problem || hint;
      text.classList.toggle('problem', problem !== '');
      control.setAttribute('aria-invalid', String(problem !== ''));
      if (problem) control.focus();
    },
  };
}

export interface DialogAction {
  label: string;
  isPlain?: boolean;
  /** @returns whether the dialog closes */
  run(): boolean | Promise<boolean>;
}

export interface DialogOptions {
  title: string;
  content: readonly (Node | string)[];
  /** The first one is that of the Enter key. */
  actions: readonly DialogAction[];
  cancel: string;
  onClose?(): void;
  isWide?: boolean;
}

/** Opens a dialog, which is removed when it closes; the focus returns to where it was. */
export function openDialog({
  title,
  content,
  actions,
  cancel,
  onClose,
  isWide = false,
}: DialogOptions): HTMLDialogElement {
  const heading = newId();
  const buttons = actions.map(({ label, isPlain, run }, index) =>
    element(
      'button',
      {
        type: index === 0 ? 'submit' : 'button',
        ...(isPlain ? { class: 'plain' } : {}),
        ...(index > 0 ? { click: () => act(run) } : {}),
      },
      label,
    ),
  );
  const form = element(
    'form',
    { method: 'dialog', novalidate: true },
    element('h2', { id: heading }, title),
    ...content,
    element(
      'div',
      { class: 'buttons' },
      ...buttons,
      element('button', { type: 'button', class: 'plain', click: () => dialog.close() }, cancel),
    ),
  );
  const dialog = element(
    'dialog',
    { class: isWide ? 'editor-dialog wide' : 'editor-dialog', 'aria-labelledby': heading },
    form,
  );
  let isBusy = false;

  async function perform(run: DialogAction['run']): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    const closes = await run();
    isBusy = false;
    if (closes) dialog.close();
  }

  function act(run: DialogAction['run']): void {
    void perform(run);
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [first] = actions;
    if (first) act(first.run);
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
