import type { FormWords } from '../form-words.ts';

export const EN: FormWords = {
  heading: 'This has not been sent yet',
  advice: 'Nothing of what you typed is lost: it stands below. You can change it and send it again.',
  goBack: 'Go back in your browser to what you typed.',
  send: 'Send again',
  leaveEmpty: 'Leave this field empty',
  labels: {
    name: 'Name',
    useremail: 'E-mail address',
    topic: 'Topic',
    title: 'Title',
    text: 'Text',
    report_reason: 'Reason',
    tags: 'Tags',
    archived: 'Archived',
    is_org_reply: 'Answer of the organization',
    work_title: 'Work title',
  },
};
