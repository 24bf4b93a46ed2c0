import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './fr/common.ts';
import { DIALOGS as dialogs } from './fr/dialogs.ts';
import { FORUM as forum } from './fr/forum.ts';
import { GUIDES as guides } from './fr/guides.ts';
import { HEALTH as health } from './fr/health.ts';
import { PROBLEMS as problems } from './fr/problems.ts';
import { WEBHOOKS as webhooks } from './fr/webhooks.ts';

export const DESK_FRENCH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
