import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in Portuguese. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'Estado do serviço',
  healthHint:
    'Indica se funciona tudo o que está por trás desta área de trabalho. Os números referem-se apenas à sua organização.',
  healthPart: 'Elemento',
  healthDetails: 'Detalhes',
  healthStates: { fine: 'Normal', waiting: 'Em espera', failing: 'Com falhas', off: 'Não configurado' },
  stateSince: '{state} desde {when}',
  healthParts: {
    database: 'Base de dados',
    engine: 'Motor de pesquisa',
    index: 'Índice de pesquisa',
    mail: 'E-mail',
    webhooks: 'Webhooks',
    files: 'Ficheiros',
    backup: 'Cópia de segurança',
    versions: 'Versões',
  },
  healthSentences: {
    databaseAnswers: 'Respondeu em {n} ms.',
    notListening: 'De momento não anuncia as alterações, pelo que as páginas demoram mais.',
    searchesItself: 'O próprio Guidepost responde às pesquisas.',
    engineAnswers: '{name} responde às pesquisas.',
    engineAway: '{name} não está disponível. A pesquisa continua a funcionar: o próprio Guidepost responde.',
    everythingFound: 'Tudo pode ser encontrado.',
    noMailSent: 'Não é enviado e-mail.',
    noMailWaits: 'Não há mensagens em espera.',
    mailKept: 'As mensagens ficam guardadas no servidor e não são enviadas a ninguém.',
    noWebhooks: 'Não há webhooks.',
    receiversAnswer: 'Todos os recetores estão disponíveis.',
    space: '{used} em uso.',
    spaceOf: '{used} de {most} em uso.',
    filesRefused: 'De momento não é possível carregar ficheiros.',
    lastBackup: 'A última cópia de segurança terminou em {when}.',
    noBackupKnown: 'O Guidepost não é informado das cópias de segurança.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: {
      one: '{n} alteração ainda não pode ser encontrada.',
      other: '{n} alterações ainda não podem ser encontradas.',
    },
    rejected: {
      one: '{n} documento não foi adicionado e não pode ser encontrado.',
      other: '{n} documentos não foram adicionados e não podem ser encontrados.',
    },
    messages: { one: '{n} mensagem aguarda envio.', other: '{n} mensagens aguardam envio.' },
    refused: {
      one: '{n} mensagem não foi entregue nos últimos sete dias.',
      other: '{n} mensagens não foram entregues nos últimos sete dias.',
    },
    receiversAway: { one: '{n} recetor não está disponível.', other: '{n} recetores não estão disponíveis.' },
    events: { one: '{n} evento em espera.', other: '{n} eventos em espera.' },
    givenUp: { one: 'Desistiu-se de {n} evento.', other: 'Desistiu-se de {n} eventos.' },
  },
  healthAdvice: {
    operators: 'Avise quem gere o servidor.',
    setUpMail: 'Peça a quem gere o servidor que configure o e-mail.',
    addresses: 'Verifique os endereços das pessoas convidadas.',
    receivers: 'Veja os seus webhooks.',
    moreSpace: 'Elimine os ficheiros de que já não precisa ou peça mais espaço.',
    backups: 'Pergunte a quem gere o servidor se são feitas cópias de segurança.',
  },
};
