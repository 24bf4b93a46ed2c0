import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './sv/common.ts';
import { DIALOGS as dialogs } from './sv/dialogs.ts';
import { FORUM as forum } from './sv/forum.ts';
import { GUIDES as guides } from './sv/guides.ts';
import { HEALTH as health } from './sv/health.ts';
import { PROBLEMS as problems } from './sv/problems.ts';
import { WEBHOOKS as webhooks } from './sv/webhooks.ts';

export const DESK_SWEDISH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
