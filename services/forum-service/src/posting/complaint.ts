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

/** Why a form was refused, when no single field is the cause. */
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

export interface Complaint {
  readonly message: MessageName;
  /** Replaces `{maximum}` in the message. */
  readonly maximum?: number;
}

export type Messages = Readonly<Record<MessageName, string>>;
