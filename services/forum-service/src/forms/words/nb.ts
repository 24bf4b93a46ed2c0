import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const NB: FormWords = {
  heading: 'Dette er ikke sendt ennå',
  advice: 'Ingenting av det du skrev, er tapt: Det står her nedenfor. Du kan endre det og sende det på nytt.',
  goBack: 'Gå tilbake i nettleseren til det du skrev.',
  send: 'Send på nytt',
  leaveEmpty: 'La dette feltet stå tomt',
  labels: {
    name: 'Navn',
    useremail: 'E-postadresse',
    topic: 'Emne',
    title: 'Overskrift',
    text: 'Tekst',
    report_reason: 'Årsak',
    tags: 'Tagger',
    archived: 'Arkivert',
    is_org_reply: 'Svar fra organisasjonen',
    work_title: 'Stillingstittel',
  },
};
