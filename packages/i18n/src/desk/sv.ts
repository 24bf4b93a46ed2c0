import type { DeskCatalogue } from './en.ts';
import { COMMON as common } from './sv/common.ts';
import { DIALOGS as dialogs } from './sv/dialogs.ts';
import { GUIDES as guides } from './sv/guides.ts';

export const DESK_SWEDISH: DeskCatalogue = { common, guides, dialogs };
