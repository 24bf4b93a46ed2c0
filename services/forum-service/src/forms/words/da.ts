import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const DA: FormWords = {
  heading: 'Dette er ikke sendt endnu',
  advice: 'Intet af det, du skrev, er tabt: Det står herunder. Du kan ændre det og sende det igen.',
  goBack: 'Gå tilbage i browseren til det, du skrev.',
  send: 'Send igen',
  leaveEmpty: 'Lad dette felt være tomt',
  labels: {
    name: 'Navn',
    useremail: 'E-mailadresse',
    topic: 'Emne',
    title: 'Overskrift',
    text: 'Tekst',
    report_reason: 'Årsag',
    tags: 'Tags',
    archived: 'Arkiveret',
    is_org_reply: 'Svar fra organisationen',
    work_title: 'Stillingsbetegnelse',
  },
};
