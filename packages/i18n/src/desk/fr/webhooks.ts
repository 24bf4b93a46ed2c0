import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in French. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhooks',
  webhooksHint: 'Avertissez vos propres programmes lorsque quelque chose change ici.',
  noWebhooks: 'Il n’y a pas encore de webhooks.',
  addWebhook: 'Ajouter un webhook',
  webhookUrl: 'URL',
  webhookUrlHint:
    'L’adresse de votre programme, par exemple https://example.com/hooks. Les événements y sont envoyés par POST.',
  webhookUrlWrong:
    'Indiquez une adresse comme https://example.com/hooks, sans nom d’utilisateur ni mot de passe.',
  webhookUrlTaken: 'Il existe déjà un webhook avec cette URL.',
  tooManyWebhooks: 'Il n’est pas possible d’ajouter d’autres webhooks. Retirez-en d’abord un.',
  events: 'Événements',
  eventsHint: 'Si vous ne choisissez rien, tous les événements sont envoyés.',
  allEvents: 'tous',
  privateReceiver:
    '{host} n’a pas d’adresse sur Internet. Les événements n’y sont envoyés que si l’exploitant du service l’autorise (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'Le secret du webhook. Copiez-le maintenant : il ne sera plus affiché.',
  webhookSecretHint: 'Il permet à votre programme de vérifier que les événements viennent d’ici.',
  formerSecretUntil: 'L’ancien secret est valable jusqu’au',
  active: 'actif',
  noAnswerSince: 'indisponible depuis le {when}',
  endedByReceiver: 'arrêté par le destinataire le {when}',
  endedByReceiverHint:
    'Le destinataire a répondu qu’il ne voulait plus d’événements. Pour lui en envoyer de nouveau, retirez le webhook et ajoutez-le une nouvelle fois.',
  waitingEvents: 'En attente',
  setAside: 'Abandonnés',
  newSecret: 'Nouveau secret',
  newSecretHint: 'Le secret actuel reste valable pendant un jour.',
  secretIsNew:
    'Le secret a été remplacé il y a moins d’un jour. Vous pourrez le remplacer à nouveau quand l’ancien aura expiré.',
  sendTest: 'Envoyer un événement de test',
  removeWebhook: 'Retirer le webhook',
  removeWebhookHint: 'Son journal sera supprimé, et les événements en attente ne seront pas envoyés.',
  webhookLog: 'Journal',
  webhookLogHint: 'Ce qui a été envoyé ces deux dernières semaines, du plus récent au plus ancien.',
  emptyLog: 'Rien n’a encore été envoyé.',
  event: 'Événement',
  record: 'Enregistrement',
  outcome: 'Résultat',
  outcomes: { waiting: 'en attente', delivered: 'remis', 'set-aside': 'abandonné' },
  attempts: 'Tentatives',
  receiverAnswer: 'Réponse',
  nextAttempt: 'Prochaine tentative',
  sentContent: 'Contenu envoyé',
  notWrittenYet: 'Il est en cours de préparation.',
  noStoredContent: 'Aucun contenu n’est enregistré.',
  onlyTheBeginning: 'Seul le début est affiché.',
  attemptNumber: 'Tentative {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'La réponse était vide.',
  deliveryErrors: {
    timeout: 'aucune réponse complète en 10 secondes',
    'no-public-address': 'aucune adresse sur Internet',
    ECONNREFUSED: 'connexion refusée',
  },
  noticeTestQueued:
    'Un événement de test est en route. La réponse apparaîtra ici dans quelques secondes ; rechargez la page pour la voir.',
  noticeQueuedAgain: 'L’événement est de nouveau en route.',
  noticeWebhookRemoved: 'Le webhook a été retiré.',
};
