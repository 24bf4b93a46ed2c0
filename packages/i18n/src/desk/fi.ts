import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './fi/common.ts';
import { DIALOGS as dialogs } from './fi/dialogs.ts';
import { FORUM as forum } from './fi/forum.ts';
import { GUIDES as guides } from './fi/guides.ts';
import { HEALTH as health } from './fi/health.ts';
import { PROBLEMS as problems } from './fi/problems.ts';
import { WEBHOOKS as webhooks } from './fi/webhooks.ts';

/** Not yet reviewed by a native speaker. */
export const DESK_FINNISH: DeskCatalogue = { common, health, problems, webhooks, guides, dialogs, forum };
