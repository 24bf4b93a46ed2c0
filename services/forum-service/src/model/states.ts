import { catalogueOf } from '@guidepost/i18n';
import { TOPICS, type Topic } from './topics.ts';

/** The state of a question or problem whose author has accepted an answer. Pages show it in their language. */
export const SOLVED = 'solved';

/** Colours with enough contrast in both schemes; states.css has the same. */
export const STATE_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'] as const;
export type StateColor = (typeof STATE_COLORS)[number];

/** A state that staff of a forum can choose for dialogs. */
export interface DialogState {
  /** The text that dialogs carry. */
  name: string;
  color: StateColor;
  /** Whether nothing is left to do: the dialog leaves the queue. */
  closed: boolean;
  /** Kinds of dialogs that can have it, in display order. */
  topics: Topic[];
}

export const MOST_STATES = 50;

/** In code points. */
export const LONGEST_STATE = 100;

/** The states that a forum begins with, in its language. */
export function usualStates(language: string): DialogState[] {
  const { answered, planned, completed } = catalogueOf(language).states;
  return [
    { name: answered, color: 'green', closed: true, topics: [...TOPICS] },
    { name: SOLVED, color: 'teal', closed: true, topics: ['Q', 'P'] },
    { name: planned, color: 'blue', closed: false, topics: ['P', 'S'] },
    { name: completed, color: 'purple', closed: true, topics: ['P', 'S'] },
  ];
}

/** A dialog's state as people see it. It is stored as it was typed, or by the name {@link SOLVED}. */
export function stateNameIn(language: string, state: string): string {
  return state === SOLVED ? catalogueOf(language).forum.members.solved : state;
}

/** The class of a state's badge; empty for a text that the forum does not define. */
export function stateClassIn(states: readonly DialogState[], state: string): string {
  const found = states.find(({ name }) => name === state);
  return found ? `color-${found.color}` : '';
}

/** States for dialogs of a kind. */
export function statesFor(states: readonly DialogState[], topic: Topic): DialogState[] {
  return states.filter(({ topics }) => topics.includes(topic));
}

/** The first state for a kind that closes its dialogs. */
export function closingState(states: readonly DialogState[], topic: Topic): string | undefined {
  return statesFor(states, topic).find(({ closed }) => closed)?.name;
}
