import type { Catalogue } from '@guidepost/i18n';

/** What can be wrong with a field, or why a form was not posted where no field is to blame. */
export type MessageName = keyof Catalogue['messages'];

/** What is wrong, to be said in the language of a forum. */
export interface Complaint {
  readonly message: MessageName;
  /** What `{maximum}` stands for in the texts. */
  readonly maximum?: number;
}
