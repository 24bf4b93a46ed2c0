/** What can be wrong with a field. */
type FieldMessageName =
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
  | 'file-type'
  | 'file-macros';

/** Why something that was sent with a form was not posted, where that is due to none of its fields. */
type FailureMessageName =
  | 'duplicate'
  | 'voted'
  | 'throttled'
  | 'refused'
  | 'gone'
  | 'unavailable'
  | 'failed'
  | 'unreadable'
  | 'too-large'
  | 'address';

export type MessageName = FieldMessageName | FailureMessageName;

/** What is wrong, to be said in the language of a forum. */
export interface Complaint {
  readonly message: MessageName;
  /** What `{maximum}` stands for in the texts. */
  readonly maximum?: number;
}

/** A language's texts. */
export type Messages = Readonly<Record<MessageName, string>>;
