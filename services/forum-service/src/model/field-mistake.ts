import type { Catalogue } from '@guidepost/i18n';

/** What can be wrong with a field, or why a form was not posted where no field is to blame. */
export type MessageName = keyof Catalogue['messages'];

export interface FieldMistake {
  readonly message: MessageName;
  /** Replaces `{{maximum}}` in the message. */
  readonly maximum?: number;
}
