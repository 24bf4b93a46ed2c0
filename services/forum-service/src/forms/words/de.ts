import type { FormWords } from '../form-words.ts';

export const DE: FormWords = {
  heading: 'Das wurde noch nicht gesendet',
  advice:
    'Von dem, was Sie geschrieben haben, ist nichts verloren: Es steht hier unten. Sie können es ändern und noch einmal senden.',
  goBack: 'Gehen Sie im Browser zurück zu dem, was Sie geschrieben haben.',
  send: 'Noch einmal senden',
  leaveEmpty: 'Lassen Sie dieses Feld leer',
  labels: {
    name: 'Name',
    useremail: 'E-Mail-Adresse',
    topic: 'Thema',
    title: 'Titel',
    text: 'Text',
    report_reason: 'Grund',
    tags: 'Schlagwörter',
    archived: 'Archiviert',
    is_org_reply: 'Antwort der Organisation',
    work_title: 'Berufsbezeichnung',
  },
};
