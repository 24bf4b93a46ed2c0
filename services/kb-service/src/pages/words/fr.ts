import type { GuideWords } from './words.ts';

export const FRENCH: GuideWords = {
  siteDescription: 'Guides et réponses de {organization}.',
  searchField: 'Rechercher dans les guides',
  allGuides: 'Tous les guides',
  allGuidesCounted: { other: 'Les {n} guides' },
  otherGuides: 'Autres guides',
  noGuides: 'Il n’y a pas encore de guides ici. Revenez bientôt.',
  mostHelpful: 'Les plus utiles',
  moreGuides: 'Plus dans {category}',
  guideCount: { one: '{n} guide', other: '{n} guides' },
  onThisPage: 'Sur cette page',
  table: 'Tableau',
  code: 'Code',
  tagged: 'Guides sur {tag}',
  updated: 'Mis à jour le {date}',
  helpfulQuestion: 'Cette page vous a-t-elle aidé ?',
  yes: 'Oui',
  no: 'Non',
  thanks: 'Merci pour votre réponse.',
};
