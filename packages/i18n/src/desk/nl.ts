import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './nl/common.ts';
import { DIALOGS as dialogs } from './nl/dialogs.ts';
import { FORUM as forum } from './nl/forum.ts';
import { GUIDES as guides } from './nl/guides.ts';
import { HEALTH as health } from './nl/health.ts';
import { PROBLEMS as problems } from './nl/problems.ts';
import { WEBHOOKS as webhooks } from './nl/webhooks.ts';

/** Not yet reviewed by a native speaker. */
export const DESK_DUTCH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
