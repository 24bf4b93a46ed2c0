import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const NL: FormWords = {
  heading: 'Dit is nog niet verzonden',
  advice:
    'Niets van wat u hebt getypt is verloren: het staat hieronder. U kunt het wijzigen en opnieuw verzenden.',
  goBack: 'Ga in uw browser terug naar wat u hebt getypt.',
  send: 'Opnieuw verzenden',
  leaveEmpty: 'Laat dit veld leeg',
  labels: {
    name: 'Naam',
    useremail: 'E-mailadres',
    topic: 'Onderwerp',
    title: 'Titel',
    text: 'Tekst',
    report_reason: 'Reden',
    tags: 'Labels',
    archived: 'Gearchiveerd',
    is_org_reply: 'Antwoord van de organisatie',
    work_title: 'Functie',
  },
};
