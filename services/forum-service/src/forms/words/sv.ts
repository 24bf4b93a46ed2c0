import type { FormWords } from '../form-words.ts';

export const SV: FormWords = {
  heading: 'Det här har inte skickats än',
  advice: 'Inget av det du skrev är borta: det står här nedanför. Du kan ändra det och skicka det igen.',
  goBack: 'Gå tillbaka i webbläsaren till det du skrev.',
  send: 'Skicka igen',
  leaveEmpty: 'Lämna det här fältet tomt',
  labels: {
    name: 'Namn',
    useremail: 'E-postadress',
    topic: 'Ämne',
    title: 'Rubrik',
    text: 'Text',
    report_reason: 'Orsak',
    tags: 'Taggar',
    archived: 'Arkiverad',
    is_org_reply: 'Svar från organisationen',
    work_title: 'Yrkestitel',
  },
};
