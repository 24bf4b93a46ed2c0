import type { FormCall, Undo } from '@guidepost/desk';
import type { Context } from '../../context.ts';
import type { ForumCall } from '../forum-tenant.ts';

export type SelectionCall = FormCall<ForumCall>;

export interface Ran {
  changed: number;
  undoable: readonly number[];
  /** The values of the dialogs before. */
  former?: ReadonlyMap<number, string | number | null>;
  /** The other fields of the form that takes it back. */
  fields?: Record<string, string>;
  /** Takes everything back at once. */
  undoing?: Undo | undefined;
  /** Titles of what has changed since the page was shown. */
  leftOut?: readonly string[];
}

/** The work of a button on dialogs; another button can undo it. */
export interface SelectionAction {
  /** @returns how many posts were changed, and the dialogs for which that can be taken back */
  run(call: SelectionCall, ids: number[]): Promise<Ran>;
  notice: string;
  undo?: string;
}

export type SelectionNeeds = Pick<Context, 'database' | 'config' | 'notices'>;

/** Others may have deleted some of the dialogs that the page lists. */
export const CHOSEN = { skipsMissing: true };
