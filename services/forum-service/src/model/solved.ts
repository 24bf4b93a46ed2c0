import { catalogueOf } from '@guidepost/i18n';

/** The state of a question or problem whose author has accepted an answer. Pages show it in their language. */
export const SOLVED = 'solved';

/** What people see of a dialog's state, which is stored as it was typed or by this name. */
export function stateNameIn(language: string, state: string): string {
  return state === SOLVED ? catalogueOf(language).forum.members.solved : state;
}
