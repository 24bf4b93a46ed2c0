/** A guide as its readers address it. */
export interface ReadGuide {
  knowledgeBaseId: number;
  /** The slug; an ID in decimal if no guide has that slug. */
  reference: string;
  /** Whether only the ID is meant. */
  isId: boolean;
}
