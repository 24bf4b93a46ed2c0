import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const FI: FormWords = {
  heading: 'Tätä ei ole vielä lähetetty',
  advice:
    'Mitään kirjoittamastasi ei ole kadonnut: se on tässä alla. Voit muuttaa sitä ja lähettää sen uudelleen.',
  goBack: 'Palaa selaimessa takaisin siihen, mitä kirjoitit.',
  send: 'Lähetä uudelleen',
  leaveEmpty: 'Jätä tämä kenttä tyhjäksi',
  labels: {
    name: 'Nimi',
    useremail: 'Sähköpostiosoite',
    topic: 'Aihe',
    title: 'Otsikko',
    text: 'Teksti',
    report_reason: 'Syy',
    tags: 'Tunnisteet',
    archived: 'Arkistoitu',
    is_org_reply: 'Organisaation vastaus',
    work_title: 'Työnimike',
  },
};
