import type { Plural } from '../plural.ts';
import { COMMON as common } from './en/common.ts';
import { DIALOGS as dialogs } from './en/dialogs.ts';
import { FORUM as forum } from './en/forum.ts';
import { GUIDES as guides } from './en/guides.ts';
import { HEALTH as health } from './en/health.ts';
import { PROBLEMS as problems } from './en/problems.ts';
import { WEBHOOKS as webhooks } from './en/webhooks.ts';

/** What the desks say, in English. `{name}` is filled in. */
export const DESK_ENGLISH = { common, health, problems, webhooks, guides, dialogs, forum };

type Translated<Text> = Text extends { other: string }
  ? Plural
  : Text extends string
    ? string
    : { readonly [Name in keyof Text]: Translated<Text[Name]> };

export type DeskCatalogue = Translated<typeof DESK_ENGLISH>;
