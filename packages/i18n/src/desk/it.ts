import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './it/common.ts';
import { DIALOGS as dialogs } from './it/dialogs.ts';
import { FORUM as forum } from './it/forum.ts';
import { GUIDES as guides } from './it/guides.ts';
import { HEALTH as health } from './it/health.ts';
import { PROBLEMS as problems } from './it/problems.ts';
import { WEBHOOKS as webhooks } from './it/webhooks.ts';

export const DESK_ITALIAN: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
