import { COMMON as common } from './da/common.ts';
import { DIALOGS as dialogs } from './da/dialogs.ts';
import { FORUM as forum } from './da/forum.ts';
import { GUIDES as guides } from './da/guides.ts';
import { HEALTH as health } from './da/health.ts';
import { PROBLEMS as problems } from './da/problems.ts';
import { WEBHOOKS as webhooks } from './da/webhooks.ts';
import type { DeskCatalogue } from './en.ts';

/** Not yet reviewed by a native speaker. */
export const DESK_DANISH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
