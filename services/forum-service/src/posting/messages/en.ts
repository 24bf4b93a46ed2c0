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
    'Such a file cannot be taken: images, sound, video, PDF, office documents, text, CSV (UTF-8) and ZIP can.',
  duplicate: 'This has been sent already.',
  throttled: 'Too much has been sent from here in a short time. Please try again in a minute.',
  refused: 'This cannot be posted here.',
  gone: 'What this was meant for is not here any more.',
  unavailable: 'The forum cannot take this at the moment. Please try again a little later.',
  failed: 'Something went wrong on our side. Please try again a little later.',
  unreadable: 'What was sent could not be read.',
  'too-large': 'This is more text than can be sent at once.',
  address: 'This form leads to an address that is not allowed.',
};
