import type { GuideWords } from './words.ts';

export const PORTUGUESE: GuideWords = {
  siteDescription: 'Guias e respostas de {organization}.',
  searchField: 'Pesquisar nos guias',
  allGuides: 'Todos os guias',
  allGuidesCounted: { other: 'Todos os {n} guias' },
  otherGuides: 'Mais guias',
  noGuides: 'Ainda não há guias aqui. Volte em breve.',
  mostHelpful: 'Os mais úteis',
  moreGuides: 'Mais sobre {category}',
  guideCount: { one: '{n} guia', other: '{n} guias' },
  onThisPage: 'Nesta página',
  table: 'Tabela',
  code: 'Código',
  tagged: 'Guias sobre {tag}',
  updated: 'Atualizado em {date}',
  helpfulQuestion: 'Isto foi útil?',
  yes: 'Sim',
  no: 'Não',
  thanks: 'Obrigado pela resposta.',
};
