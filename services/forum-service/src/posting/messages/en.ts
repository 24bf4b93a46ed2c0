import type { Messages } from '../complaint.ts';

export const EN: Messages = {
  required: 'Please fill in this field.',
  text: 'This must be text.',
  'too-long': 'This can have at most {maximum} characters.',
  'one-line': 'This must be on one line.',
  'control-characters': 'This has characters that cannot be shown.',
  email: 'Please enter an e-mail address such as name@example.com.',
  topic: 'Please choose one of the topics of this forum.',
  flag: 'Please answer with yes or no (true or false).',
  integer: 'Please enter a whole number of at most {maximum}.',
  'too-many-tags': 'There can be at most {maximum} tags.',
  'long-tag': 'A tag can have at most {maximum} characters.',
  unknown: 'There is no such field in this forum.',
  key: 'A key cannot be sent as a field.',
  file: 'Please choose one file that is not empty.',
  'file-type':
    'Such a file cannot be taken: images, sound, video, PDF, office documents, text, CSV and ZIP can.',
};
