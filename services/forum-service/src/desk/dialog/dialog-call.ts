import { pathId } from '@guidepost/desk';
import type { ForumCall } from '../forum-tenant.ts';

/** The dialog in the path of a request. */
export function dialogIdOf({ path }: Pick<ForumCall, 'path'>): number {
  return pathId(path, 'dialog');
}

/** The page of that dialog at the desk. */
export function addressOf(call: ForumCall): string {
  return `${call.base}/dialogs/${dialogIdOf(call)}`;
}
