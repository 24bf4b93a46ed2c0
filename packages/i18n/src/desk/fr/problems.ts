import type { DeskCatalogue } from '../en.ts';

/** Why something was refused, in French. */
export const PROBLEMS: DeskCatalogue['problems'] = {
  signedOut: 'Vous avez été déconnecté. Veuillez vous reconnecter.',
  roleForbids: 'Votre rôle ne le permet pas.',
  changedMeanwhile: 'Quelque chose a changé entre-temps. Rechargez la page et réessayez.',
  tooLarge: 'C’est trop volumineux.',
  tooSlow: 'La connexion était trop lente. Veuillez réessayer.',
  unclear: 'La demande n’a pas pu être comprise. Rechargez la page et réessayez.',
  otherSite: 'Cette demande venait d’un autre site et a été refusée.',
  noSecureAddress: 'Donnez à DESK_URL l’adresse https à laquelle la rédaction est ouverte.',
  lastOwner: 'C’est le dernier propriétaire. Nommez d’abord quelqu’un d’autre propriétaire.',
  alreadyMember: '{email} fait déjà partie de l’équipe ou a déjà été invité.',
  otherTeams:
    '{email} fait aussi partie d’autres équipes. Demandez un nouveau lien à l’administrateur du serveur.',
  otherPerson: 'Cette invitation est destinée à {email}. Déconnectez-vous et ouvrez de nouveau le lien.',
  wayClosed: 'Ce mode de connexion est désactivé.',
  signInFailed: 'La connexion a échoué. Veuillez recommencer.',
  notInvited: '{email} n’a pas été invité. Les majuscules et les minuscules sont distinguées.',
  noAddress: 'Le compte de votre organisation n’a pas d’adresse e-mail utilisable.',
  addressNotVerified: 'Votre organisation n’a pas vérifié l’adresse {email}.',
  otherAccount: '{email} se connecte avec un autre compte de votre organisation.',
  emailAddress: 'Saisissez une adresse e-mail telle que anna@example.com.',
  passwordTooShort: 'Un mot de passe doit compter au moins {limit} caractères.',
  passwordTooLong: 'Un mot de passe compte au plus {limit} caractères.',
  passwordTooCommon:
    'Beaucoup de gens utilisent ce mot de passe : il est deviné en premier. Choisissez-en un autre.',
  notYourPassword: 'Ce n’est pas votre mot de passe actuel.',
  nameLength: 'Un nom doit compter de 1 à {limit} caractères.',
  keyNameTaken: 'Il existe déjà une clé de ce nom.',
  neverPublished: 'Jamais publiés : {guides}. Rien n’a été modifié.',
  draftOfOther: 'Seuls {name} et les éditeurs peuvent abandonner ce brouillon.',
  noSuchChoice: 'Ce choix n’existe pas. Rechargez la page et réessayez.',
  tooManyTags: 'Une discussion peut avoir {limit} étiquettes au maximum.',
  topicNotOffered: 'Le forum ne propose plus ce sujet. Choisissez-en un autre.',
  dialogDeletedToo: 'La discussion de ce commentaire a aussi été supprimée. Restaurez-la d’abord.',
  answeredMeanwhile:
    '{name} a répondu entre-temps. Votre réponse est encore dans le formulaire : publiez-la si elle est toujours utile.',
  fieldTaken: 'Il existe déjà un champ de ce nom.',
  fieldNameRule:
    'Le nom doit compter de 1 à 63 caractères (a à z, chiffres et « _ »), commencer par une lettre et ne pas être celui d’un champ standard.',
  fieldMaximumRule: 'Le maximum doit être un nombre entier positif.',
  storageFull:
    'L’espace de stockage de votre compte est plein : ses fichiers peuvent occuper {limit} Mo au total.',
  movedAway: '{name} a été transféré sur un autre serveur.',
};
