import type { DeskWords } from '@guidepost/i18n';
import type { ListedWebhook } from '@guidepost/webhooks';

/** The state of all parts behind a desk. Numbers count only the tenant's own data, since others must not see it. */
export interface DeskHealth {
  database: {
    /** Until it answered. */
    milliseconds: number;
    /** Whether changes by other instances are heard, without which nothing is cached. */
    isListening: boolean;
  };
  engine: {
    /** Undefined where the service searches itself. */
    name: string | undefined;
    isAnswering: boolean;
    /** Since when it is not, if a search has noticed. */
    since: Date | undefined;
    /** Whether the tenant has too many texts to be searched whole without one. */
    isNeeded: boolean;
  };
  index: {
    waiting: number;
    oldest: Date | null;
    /** Documents that were rejected. */
    rejected: number;
  };
  mail: {
    goes: 'server' | 'folder' | 'nowhere';
    /** Where messages are kept that the desk shows. */
    folder?: string | undefined;
    waiting: number;
    /** When the oldest of those was written that could not be sent at once. */
    failing_since: Date | null;
    /** Given up in the last seven days. */
    refused: number;
  };
  webhooks: readonly Pick<ListedWebhook, 'failing_since' | 'ended_at' | 'waiting' | 'set_aside'>[];
  files: {
    canBeStored: boolean;
    bytes: number;
    /** Undefined without a limit. */
    most?: number;
  };
  lastBackup: Date | undefined;
  versions: { guidepost: string; database: string; node: string };
}

export type HealthState = 'fine' | 'waiting' | 'failing' | 'off';

type Sentence = keyof DeskWords['healthSentences'];
type Counted = keyof DeskWords['healthCounts'];

/** A sentence of the catalogue with what is filled in, or a counted one. */
export type Statement =
  | {
      sentence: Sentence;
      when?: Date;
      values?: Readonly<Record<string, string>>;
      bytes?: Readonly<Record<string, number>>;
    }
  | { counted: Counted; n: number };

/** One thing behind the desk, judged. */
export interface HealthPart {
  part: keyof DeskWords['healthParts'];
  state: HealthState;
  since?: Date | undefined;
  says: readonly Statement[];
  /** The page about it, below the tenant's address. */
  page?: 'webhooks' | 'health/mail' | undefined;
  /** Advice on how to mend it. */
  advice?: keyof DeskWords['healthAdvice'] | undefined;
}

type Judge = (health: DeskHealth, now: number) => HealthPart;

/** Milliseconds after which what waits is no longer just on its way. */
const USUAL_WAIT = 60_000;
const FRESH_BACKUP = 2 * 86_400_000;

/** The share of the space for files that is nearly all of it. */
const NEARLY_FULL = 0.9;

const JUDGES: readonly Judge[] = [
  ({ database: { milliseconds, isListening } }) => ({
    part: 'database',
    state: isListening ? 'fine' : 'waiting',
    says: [
      { sentence: 'databaseAnswers', values: { n: String(milliseconds) } },
      ...(isListening ? [] : [{ sentence: 'notListening' } as const]),
    ],
    advice: isListening ? undefined : 'operators',
  }),
  ({ engine: { name, isAnswering, since, isNeeded } }) => {
    if (isNeeded)
      return { part: 'engine', state: 'failing', says: [{ sentence: 'engineNeeded' }], advice: 'operators' };
    if (name === undefined) return { part: 'engine', state: 'fine', says: [{ sentence: 'searchesItself' }] };
    return isAnswering
      ? { part: 'engine', state: 'fine', says: [{ sentence: 'engineAnswers', values: { name } }] }
      : {
          part: 'engine',
          state: 'failing',
          since,
          says: [{ sentence: 'engineAway', values: { name } }],
          advice: 'operators',
        };
  },
  ({ index: { waiting, oldest, rejected } }, now) => {
    const isLate = oldest !== null && now - oldest.getTime() > USUAL_WAIT;
    return {
      part: 'index',
      state: rejected > 0 ? 'failing' : isLate ? 'waiting' : 'fine',
      since: rejected === 0 && isLate ? oldest : undefined,
      says: [
        waiting === 0 ? { sentence: 'everythingFound' } : { counted: 'changes', n: waiting },
        ...(rejected > 0 ? [{ counted: 'rejected', n: rejected } as const] : []),
      ],
      advice: rejected > 0 || isLate ? 'operators' : undefined,
    };
  },
  ({ mail: { goes, folder, waiting, failing_since, refused } }) => {
    if (goes === 'nowhere')
      return { part: 'mail', state: 'off', says: [{ sentence: 'noMailSent' }], advice: 'setUpMail' };
    const since = failing_since ?? undefined;
    return {
      part: 'mail',
      state: since ? 'failing' : goes === 'folder' ? 'off' : 'fine',
      since,
      says: [
        waiting === 0 ? { sentence: 'noMailWaits' } : { counted: 'messages', n: waiting },
        ...(refused > 0 ? [{ counted: 'refused', n: refused } as const] : []),
        ...(goes === 'folder' ? [keptIn(folder)] : []),
      ],
      page: folder === undefined ? undefined : 'health/mail',
      advice: since ? 'operators' : adviceOnMail({ goes, folder, refused }),
    };
  },
  ({ webhooks }) => {
    const page = 'webhooks';
    if (webhooks.length === 0)
      return { part: 'webhooks', state: 'off', says: [{ sentence: 'noWebhooks' }], page };
    const live = webhooks.filter(({ ended_at }) => ended_at === null);
    const failing = live.flatMap(({ failing_since }) => failing_since ?? []);
    const waiting = sum(live.map((webhook) => webhook.waiting));
    const givenUp = sum(webhooks.map(({ set_aside }) => set_aside));
    const since = failing.toSorted((one, other) => one.getTime() - other.getTime())[0];
    return {
      part: 'webhooks',
      state: since ? 'failing' : waiting > 0 ? 'waiting' : 'fine',
      since,
      says: [
        failing.length > 0
          ? { counted: 'receiversAway', n: failing.length }
          : { sentence: 'receiversAnswer' },
        ...(waiting > 0 ? [{ counted: 'events', n: waiting } as const] : []),
        ...(givenUp > 0 ? [{ counted: 'givenUp', n: givenUp } as const] : []),
      ],
      page,
      advice: since || givenUp > 0 ? 'receivers' : undefined,
    };
  },
  ({ files: { canBeStored, bytes, most } }) => {
    const isFull = most !== undefined && bytes > most * NEARLY_FULL;
    return {
      part: 'files',
      state: canBeStored ? (isFull ? 'waiting' : 'fine') : 'failing',
      says: [
        most === undefined
          ? { sentence: 'space', bytes: { used: bytes } }
          : { sentence: 'spaceOf', bytes: { used: bytes, most } },
        ...(canBeStored ? [] : [{ sentence: 'filesRefused' } as const]),
      ],
      advice: canBeStored ? (isFull ? 'moreSpace' : undefined) : 'operators',
    };
  },
  ({ lastBackup }, now) => {
    if (!lastBackup)
      return { part: 'backup', state: 'off', says: [{ sentence: 'noBackupKnown' }], advice: 'backups' };
    const isOld = now - lastBackup.getTime() > FRESH_BACKUP;
    return {
      part: 'backup',
      state: isOld ? 'failing' : 'fine',
      since: isOld ? new Date(lastBackup.getTime() + FRESH_BACKUP) : undefined,
      says: [{ sentence: 'lastBackup', when: lastBackup }],
      advice: isOld ? 'operators' : undefined,
    };
  },
  ({ versions: { guidepost, database, node } }) => ({
    part: 'versions',
    state: 'fine',
    says: [{ sentence: 'versions', values: { guidepost, database, node } }],
  }),
];

function keptIn(folder: string | undefined): Statement {
  return folder === undefined ? { sentence: 'mailKept' } : { sentence: 'mailKeptIn', values: { folder } };
}

/** People who develop with a folder for mail want no server. */
function adviceOnMail({
  goes,
  folder,
  refused,
}: Pick<DeskHealth['mail'], 'goes' | 'folder' | 'refused'>): HealthPart['advice'] {
  if (goes === 'folder') return folder === undefined ? 'setUpMail' : undefined;
  return refused > 0 ? 'addresses' : undefined;
}

/** Judges everything behind a desk, in the order in which it is shown. @param now in milliseconds */
export function judgeHealth(health: DeskHealth, now: number): HealthPart[] {
  return JUDGES.map((judge) => judge(health, now));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
