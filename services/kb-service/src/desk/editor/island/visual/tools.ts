import { keyLabel } from '../dialogs/keys-dialog.ts';
import { element } from '../page/element.ts';

/** A control of a toolbar, and how it follows what is selected. */
export interface Tool {
  control: HTMLButtonElement | HTMLSelectElement;
  refresh(): void;
}

export interface ButtonOptions {
  label: string;
  icon: Node;
  /** As in `aria-keyshortcuts`. */
  keys?: string;
  run(): void;
  /** Undefined for a button that is not pressed or released. */
  isPressed?: () => boolean;
  isEnabled?: () => boolean;
}

export function createButton({ label, icon, keys, run, isPressed, isEnabled }: ButtonOptions): Tool {
  const title = keys ? `${label} (${keyLabel(keys)})` : label;
  const control = element('button', { type: 'button', 'aria-label': label, title }, icon);
  if (keys) control.setAttribute('aria-keyshortcuts', keys);
  // The selection stays in the text.
  control.addEventListener('mousedown', (event) => event.preventDefault());
  control.addEventListener('click', () => {
    if (control.getAttribute('aria-disabled') !== 'true') run();
  });
  return {
    control,
    refresh() {
      if (isPressed) control.setAttribute('aria-pressed', String(isPressed()));
      // Unlike `disabled`, this keeps the focus where it is.
      if (isEnabled) control.setAttribute('aria-disabled', String(!isEnabled()));
    },
  };
}

export interface SelectOptions {
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  /** The option of what is selected. */
  value(): string;
  choose(value: string): void;
}

export function createSelect({ label, options, value, choose }: SelectOptions): Tool {
  const control = element(
    'select',
    { 'aria-label': label, title: label, autocomplete: 'off' },
    ...options.map(([name, text]) => element('option', { value: name }, text)),
  );
  control.addEventListener('change', () => choose(control.value));
  return {
    control,
    refresh() {
      control.value = value();
    },
  };
}
