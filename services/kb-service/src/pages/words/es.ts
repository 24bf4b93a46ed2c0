import type { GuideWords } from './words.ts';

export const SPANISH: GuideWords = {
  siteDescription: 'Guías y respuestas de {organization}.',
  searchField: 'Buscar en las guías',
  allGuides: 'Todas las guías',
  allGuidesCounted: { other: 'Las {n} guías' },
  otherGuides: 'Más guías',
  noGuides: 'Todavía no hay guías aquí. Vuelva pronto.',
  mostHelpful: 'Las más útiles',
  moreGuides: 'Más sobre {category}',
  guideCount: { one: '{n} guía', other: '{n} guías' },
  onThisPage: 'En esta página',
  table: 'Tabla',
  code: 'Código',
  tagged: 'Guías sobre {tag}',
  updated: 'Actualizado el {date}',
  helpfulQuestion: '¿Le ha sido útil?',
  yes: 'Sí',
  no: 'No',
  thanks: 'Gracias por su respuesta.',
};
