import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const PL: FormWords = {
  heading: 'To nie zostało jeszcze wysłane',
  advice:
    'Nic z tego, co zostało napisane, nie przepadło: jest tu poniżej. Można to zmienić i wysłać ponownie.',
  goBack: 'Proszę wrócić w przeglądarce do tego, co zostało napisane.',
  send: 'Wyślij ponownie',
  leaveEmpty: 'Proszę pozostawić to pole puste',
  labels: {
    name: 'Imię',
    useremail: 'Adres e-mail',
    topic: 'Temat',
    title: 'Tytuł',
    text: 'Tekst',
    report_reason: 'Powód',
    tags: 'Tagi',
    archived: 'Zarchiwizowane',
    is_org_reply: 'Odpowiedź organizacji',
    work_title: 'Stanowisko',
  },
};
