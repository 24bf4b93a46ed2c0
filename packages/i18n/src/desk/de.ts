import { COMMON as common } from './de/common.ts';
import { DIALOGS as dialogs } from './de/dialogs.ts';
import { FORUM as forum } from './de/forum.ts';
import { GUIDES as guides } from './de/guides.ts';
import { HEALTH as health } from './de/health.ts';
import { PROBLEMS as problems } from './de/problems.ts';
import { WEBHOOKS as webhooks } from './de/webhooks.ts';
import type { DeskCatalogue } from './en.ts';

export const DESK_GERMAN: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
