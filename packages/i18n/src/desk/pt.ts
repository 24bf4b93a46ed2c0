import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './pt/common.ts';
import { DIALOGS as dialogs } from './pt/dialogs.ts';
import { FORUM as forum } from './pt/forum.ts';
import { GUIDES as guides } from './pt/guides.ts';
import { HEALTH as health } from './pt/health.ts';
import { PROBLEMS as problems } from './pt/problems.ts';
import { WEBHOOKS as webhooks } from './pt/webhooks.ts';

export const DESK_PORTUGUESE: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
