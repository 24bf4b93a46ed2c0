/** Optional header fields of a message. */
export interface MailHeaders {
  /** Messages of the same thread are shown as one conversation. Letters, digits, dots and hyphens. */
  thread?: string;
  /** An address that takes a POST and then sends no more messages of this kind: RFC 8058. */
  unsubscribe?: string;
}

interface Fields {
  inReplyTo?: string;
  references?: string;
  headers: Record<string, string>;
}

/** @param domain of the sender */
export function headerFields({ thread, unsubscribe }: MailHeaders, domain: string | undefined): Fields {
  // No message has this id: mail programs join what refers to the same one.
  const root = `<${thread}@${domain}>`;
  return {
    ...(thread !== undefined && { inReplyTo: root, references: root }),
    headers: {
      // RFC 3834: neither answered by vacation programs nor a bounce for humans.
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe !== undefined && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  };
}
