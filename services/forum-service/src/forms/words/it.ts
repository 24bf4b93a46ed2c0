import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const IT: FormWords = {
  heading: 'Questo non è ancora stato inviato',
  advice:
    'Nulla di ciò che ha scritto è andato perso: si trova qui sotto. Può modificarlo e inviarlo di nuovo.',
  goBack: 'Torni indietro nel browser a ciò che ha scritto.',
  send: 'Invia di nuovo',
  leaveEmpty: 'Lasci vuoto questo campo',
  labels: {
    name: 'Nome e cognome',
    useremail: 'Indirizzo e-mail',
    topic: 'Argomento',
    title: 'Titolo',
    text: 'Testo',
    report_reason: 'Motivo',
    tags: 'Etichette',
    archived: 'Archiviato',
    is_org_reply: 'Risposta dell’organizzazione',
    work_title: 'Qualifica',
  },
};
