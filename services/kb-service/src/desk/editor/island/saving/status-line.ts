import { type EditorWords, fill } from '@guidepost/i18n/texts';
import { element } from '../page/element.ts';
import type { SavingState } from './saver.ts';

export interface StatusLine {
  element: HTMLElement;
  show(state: SavingState, isKept: boolean): void;
  /** Until the state changes. */
  say(text: string): void;
}

export interface StatusOptions {
  words: EditorWords;
  signIn: string;
  tryAgain(): void;
  compare(): void;
}

/** Says what became of the text; screen readers are told, too. */
export function createStatusLine({ words, signIn, tryAgain, compare }: StatusOptions): StatusLine {
  const { saving, conflict } = words;
  const text = element('span', { role: 'status' }, saving.saved);
  const actions = element('span', { class: 'actions' });
  const line = element('p', { class: 'saving', 'data-state': 'saved' }, text, ' ', actions);

  function describe(state: SavingState, isKept: boolean): string {
    switch (state.kind) {
      case 'saved':
        return describeSaved(state);
      case 'changed':
        return saving.changed;
      case 'saving':
        return saving.saving;
      case 'offline':
        return isKept ? saving.offline : saving.offlineNotKept;
      case 'signed-out':
        return saving.signedOut;
      case 'other-person':
        return saving.otherPerson;
      case 'refused':
        return fill(saving.refused, { reasons: Object.values(state.errors).join(' ') });
      case 'conflict':
        return fill(conflict.byWhom, { name: state.theirs.by, time: timeOf(state.theirs.at) });
    }
  }

  function describeSaved({ at, removed = [] }: Extract<SavingState, { kind: 'saved' }>): string {
    const done = at ? fill(saving.savedAt, { time: timeOf(at) }) : saving.saved;
    return removed.length > 0 ? `${done}. ${fill(saving.cleaned, { parts: removed.join(', ') })}` : done;
  }

  function actionOf({ kind }: SavingState): HTMLElement[] {
    const button = (label: string, click: () => void) =>
      element('button', { type: 'button', class: 'plain', click }, label);
    if (kind === 'offline') return [button(saving.tryAgain, tryAgain)];
    if (kind === 'conflict') return [button(conflict.resolve, compare)];
    if (kind === 'signed-out' || kind === 'other-person')
      return [
        element('a', { href: signIn, target: '_blank', rel: 'noopener' }, saving.signIn),
        button(saving.tryAgain, tryAgain),
      ];
    return [];
  }

  function say(words: string): void {
    // A repeated message is not announced again.
    if (text.textContent !== words) text.textContent = words;
  }

  return {
    element: line,
    show(state, isKept) {
      say(describe(state, isKept));
      if (line.dataset.state !== state.kind) actions.replaceChildren(...actionOf(state));
      line.dataset.state = state.kind;
    },
    say,
  };
}

export function timeOf(at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const { lang } = document.documentElement;
  return date.toLocaleString(
    lang === 'en' ? 'en-GB' : lang || undefined,
    isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' },
  );
}
