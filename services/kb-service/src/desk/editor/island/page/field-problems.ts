import { element, newId } from './element.ts';

/** Shows what is wrong with fields below each of them, and takes away what was shown before. */
export function showFieldProblems(form: HTMLFormElement, problems: Record<string, string>): void {
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement)) continue;
    const { problem = '' } = control.dataset;
    const shown = document.getElementById(problem);
    const text = problems[control.name];
    if (shown?.textContent === text) continue;
    if (shown) take(control);
    shown?.remove();
    if (text) add(control, text);
  }
}

function add(control: HTMLInputElement, text: string): void {
  const id = newId();
  control.after(element('p', { class: 'wrong', id }, text));
  control.dataset.problem = id;
  control.setAttribute('aria-invalid', 'true');
  describeBy(control, [...describing(control), id]);
}

function take(control: HTMLInputElement): void {
  control.removeAttribute('aria-invalid');
  describeBy(
    control,
    describing(control).filter((id) => id !== control.dataset.problem),
  );
  delete control.dataset.problem;
}

/** The IDs of what describes it to screen readers. */
function describing(control: HTMLInputElement): string[] {
  return control.getAttribute('aria-describedby')?.split(' ') ?? [];
}

function describeBy(control: HTMLInputElement, ids: string[]): void {
  control.setAttribute('aria-describedby', ids.join(' '));
}
