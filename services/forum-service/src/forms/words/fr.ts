import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const FR: FormWords = {
  heading: 'Ceci n’a pas encore été envoyé',
  advice:
    'Rien de ce que vous avez écrit n’est perdu : le voici ci-dessous. Vous pouvez le modifier et l’envoyer de nouveau.',
  goBack: 'Revenez en arrière dans votre navigateur à ce que vous avez écrit.',
  send: 'Envoyer de nouveau',
  leaveEmpty: 'Laissez ce champ vide',
  labels: {
    name: 'Nom',
    useremail: 'Adresse e-mail',
    topic: 'Sujet',
    title: 'Titre',
    text: 'Texte',
    report_reason: 'Raison',
    tags: 'Étiquettes',
    archived: 'Archivé',
    is_org_reply: 'Réponse de l’organisation',
    work_title: 'Fonction',
  },
};
