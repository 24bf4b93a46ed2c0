import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in French. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'État du service',
  healthHint:
    'Indique si tout fonctionne derrière cet espace de travail. Les chiffres ne concernent que votre organisation.',
  healthPart: 'Élément',
  healthDetails: 'Détails',
  healthStates: { fine: 'Normal', waiting: 'En attente', failing: 'En panne', off: 'Non configuré' },
  stateSince: '{state} depuis le {when}',
  healthParts: {
    database: 'Base de données',
    engine: 'Moteur de recherche',
    index: 'Index de recherche',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    files: 'Fichiers',
    backup: 'Sauvegarde',
    versions: 'Versions',
  },
  healthSentences: {
    databaseAnswers: 'Elle a répondu en {n} ms.',
    notListening: 'Elle n’annonce pas les modifications en ce moment ; les pages sont donc plus lentes.',
    searchesItself: 'Guidepost répond lui-même aux recherches.',
    engineAnswers: '{name} répond aux recherches.',
    engineAway:
      '{name} n’est pas disponible. La recherche fonctionne toujours : Guidepost y répond lui-même.',
    everythingFound: 'Tout peut être trouvé.',
    noMailSent: 'Aucun e-mail n’est envoyé.',
    noMailWaits: 'Aucun message n’est en attente.',
    mailKept: 'Les messages sont conservés sur le serveur et ne sont envoyés à personne.',
    noWebhooks: 'Il n’y a aucun webhook.',
    receiversAnswer: 'Tous les destinataires sont disponibles.',
    space: '{used} utilisés.',
    spaceOf: '{used} utilisés sur {most}.',
    filesRefused: 'Il est impossible d’envoyer des fichiers pour le moment.',
    lastBackup: 'La dernière sauvegarde s’est terminée le {when}.',
    noBackupKnown: 'Guidepost n’est pas informé des sauvegardes.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: {
      one: '{n} modification n’apparaît pas encore dans la recherche.',
      other: '{n} modifications n’apparaissent pas encore dans la recherche.',
    },
    rejected: {
      one: '{n} document n’a pas pu être ajouté et reste introuvable.',
      other: '{n} documents n’ont pas pu être ajoutés et restent introuvables.',
    },
    messages: { one: '{n} message est en attente d’envoi.', other: '{n} messages sont en attente d’envoi.' },
    refused: {
      one: '{n} message n’a pas pu être remis ces sept derniers jours.',
      other: '{n} messages n’ont pas pu être remis ces sept derniers jours.',
    },
    receiversAway: {
      one: '{n} destinataire n’est pas disponible.',
      other: '{n} destinataires ne sont pas disponibles.',
    },
    events: { one: '{n} événement est en attente.', other: '{n} événements sont en attente.' },
    givenUp: { one: '{n} événement a été abandonné.', other: '{n} événements ont été abandonnés.' },
  },
  healthAdvice: {
    operators: 'Prévenez les personnes qui gèrent le serveur.',
    setUpMail: 'Demandez aux personnes qui gèrent le serveur de configurer l’e-mail.',
    addresses: 'Vérifiez les adresses des personnes que vous avez invitées.',
    receivers: 'Consultez vos webhooks.',
    moreSpace: 'Supprimez les fichiers devenus inutiles ou demandez plus d’espace.',
    backups: 'Demandez aux personnes qui gèrent le serveur si des sauvegardes sont faites.',
  },
};
