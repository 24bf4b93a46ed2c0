import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const FR: Messages = {
  required: 'Veuillez remplir ce champ.',
  text: 'Il faut du texte ici.',
  'too-long': '{maximum} caractères au maximum.',
  'one-line': 'Le texte doit tenir sur une seule ligne.',
  'control-characters': 'Il y a des caractères qui ne peuvent pas être affichés.',
  email: 'Veuillez indiquer une adresse e-mail, par exemple nom@example.com.',
  topic: 'Veuillez choisir un des sujets de ce forum.',
  flag: 'Veuillez répondre par oui ou non (true ou false).',
  integer: 'Veuillez indiquer un nombre entier, {maximum} au maximum.',
  'too-many-tags': '{maximum} étiquettes au maximum.',
  'long-tag': 'Une étiquette a {maximum} caractères au maximum.',
  unknown: 'Ce champ n’existe pas dans ce forum.',
  key: 'Une clé ne peut pas être envoyée dans un champ.',
  file: 'Veuillez choisir un seul fichier, qui ne soit pas vide.',
  'file-type':
    'Ce fichier ne peut pas être accepté ; les images, le son, la vidéo, le PDF, les documents bureautiques, le texte, le CSV (UTF-8) et le ZIP le sont.',
  'file-macros':
    'Les documents contenant des macros ne sont pas acceptés. Veuillez en enregistrer une copie sans macros et l’envoyer.',
  duplicate: 'Ceci a déjà été envoyé.',
  voted: 'Un vote a déjà été enregistré avec cette adresse e-mail.',
  throttled: 'Trop d’envois sont venus d’ici en peu de temps. Veuillez réessayer dans une minute.',
  refused: 'Ceci ne peut pas être publié ici.',
  gone: 'Ce à quoi cela se rapportait n’existe plus.',
  unavailable: 'Le forum ne peut pas recevoir ceci pour le moment. Veuillez réessayer un peu plus tard.',
  failed: 'Une erreur s’est produite de notre côté. Veuillez réessayer un peu plus tard.',
  unreadable: 'Ce qui a été envoyé n’a pas pu être lu.',
  'too-large': 'C’est plus de texte qu’on ne peut en envoyer en une fois.',
  address: 'Ce formulaire mène à une adresse qui n’est pas autorisée.',
};
