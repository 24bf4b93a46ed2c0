import type { ListedWebhook } from '@guidepost/webhooks';

/** What is known of everything behind a desk. All numbers are those of the tenant: others are none of its business. */
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
  };
  index: {
    waiting: number;
    oldest: Date | null;
    /** Documents that were rejected. */
    rejected: number;
  };
  mail: {
    goes: 'server' | 'folder' | 'nowhere';
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
