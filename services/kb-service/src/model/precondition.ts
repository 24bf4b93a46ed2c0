/** Whether a client has seen this revision of what it changes. */
export type Precondition = (revision: string) => boolean;
