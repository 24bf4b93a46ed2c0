/** What can be wrong with a field. */
export type MessageName =
  | 'required'
  | 'text'
  | 'too-long'
  | 'one-line'
  | 'control-characters'
  | 'email'
  | 'topic'
  | 'flag'
  | 'integer'
  | 'too-many-tags'
  | 'long-tag'
  | 'unknown'
  | 'key'
  | 'file'
  | 'file-type';

/** What is wrong with a field, to be said in the language of a forum. */
export interface Complaint {
  readonly message: MessageName;
  /** What `{maximum}` stands for in the texts. */
  readonly maximum?: number;
}

/** A language's texts. */
export type Messages = Readonly<Record<MessageName, string>>;
