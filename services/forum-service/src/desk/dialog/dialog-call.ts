import { pathId } from '@guidepost/desk';
import { AppError } from '@guidepost/service-kit';
import type { ForumCall } from '../forum-tenant.ts';

/** The dialog in the path of a request. */
export function dialogIdOf({ path }: Pick<ForumCall, 'path'>): number {
  return pathId(path, 'dialog');
}

/** The page of that dialog at the desk. */
export function addressOf(call: ForumCall): string {
  return `${call.base}/dialogs/${dialogIdOf(call)}`;
}

/** A mistake in a field, in the language of the page. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: [message] } });
}

/** The dialog whose number is the last part of an address that someone pasted. */
export function dialogAt(typed: string): number | undefined {
  const [, digits] = /\/(\d{1,16})(?:[/?#].*)?$/s.exec(typed) ?? [];
  return dialogNumbered(digits ?? '');
}

/** @param typed a number, as people write it: with or without a sign before it */
export function dialogNumbered(typed: string): number | undefined {
  const id = /^#?\d{1,16}$/.test(typed) ? Number(typed.replace('#', '')) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'not-found';
}
