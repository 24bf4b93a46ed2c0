import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './pl/common.ts';
import { DIALOGS as dialogs } from './pl/dialogs.ts';
import { FORUM as forum } from './pl/forum.ts';
import { GUIDES as guides } from './pl/guides.ts';
import { HEALTH as health } from './pl/health.ts';
import { PROBLEMS as problems } from './pl/problems.ts';
import { WEBHOOKS as webhooks } from './pl/webhooks.ts';

/** Not yet reviewed by a native speaker. */
export const DESK_POLISH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
