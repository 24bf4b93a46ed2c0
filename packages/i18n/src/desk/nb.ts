import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './nb/common.ts';
import { DIALOGS as dialogs } from './nb/dialogs.ts';
import { FORUM as forum } from './nb/forum.ts';
import { GUIDES as guides } from './nb/guides.ts';
import { HEALTH as health } from './nb/health.ts';
import { PROBLEMS as problems } from './nb/problems.ts';
import { WEBHOOKS as webhooks } from './nb/webhooks.ts';

/** Not yet reviewed by a native speaker. */
export const DESK_NORWEGIAN: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
