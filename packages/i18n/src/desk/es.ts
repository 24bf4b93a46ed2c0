import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './es/common.ts';
import { DIALOGS as dialogs } from './es/dialogs.ts';
import { FORUM as forum } from './es/forum.ts';
import { GUIDES as guides } from './es/guides.ts';
import { HEALTH as health } from './es/health.ts';
import { PROBLEMS as problems } from './es/problems.ts';
import { WEBHOOKS as webhooks } from './es/webhooks.ts';

export const DESK_SPANISH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
