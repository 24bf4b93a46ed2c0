import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in Portuguese. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhooks',
  webhooksHint: 'Avise os seus próprios programas quando algo mudar aqui.',
  noWebhooks: 'Ainda não há webhooks.',
  addWebhook: 'Adicionar um webhook',
  webhookUrl: 'URL',
  webhookUrlHint:
    'O endereço do seu programa, por exemplo https://example.com/hooks. Os eventos são enviados para lá por POST.',
  webhookUrlWrong:
    'Tem de ser um endereço como https://example.com/hooks, sem nome de utilizador nem palavra-passe.',
  webhookUrlTaken: 'Já existe um webhook com este URL.',
  tooManyWebhooks: 'Não é possível adicionar mais webhooks. Remova um primeiro.',
  events: 'Eventos',
  eventsHint: 'Se não escolher nenhum, são enviados todos os eventos.',
  allEvents: 'todos',
  privateReceiver:
    '{host} não tem um endereço na Internet. Os eventos só são enviados para lá se o administrador do serviço o permitir (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'O segredo do webhook. Copie-o agora: não volta a ser mostrado.',
  webhookSecretHint: 'Com ele, o seu programa verifica que os eventos vêm daqui.',
  formerSecretUntil: 'O segredo anterior funciona até',
  active: 'ativo',
  noAnswerSince: 'indisponível desde {when}',
  endedByReceiver: 'terminado pelo destinatário em {when}',
  endedByReceiverHint:
    'O destinatário respondeu que não quer mais eventos. Para voltar a enviá-los, remova o webhook e adicione-o novamente.',
  waitingEvents: 'Pendentes',
  setAside: 'Abandonados',
  newSecret: 'Novo segredo',
  newSecretHint: 'O segredo atual continua a funcionar durante um dia.',
  secretIsNew:
    'O segredo foi substituído há menos de um dia. Pode voltar a substituí-lo quando o anterior expirar.',
  sendTest: 'Enviar um evento de teste',
  removeWebhook: 'Remover o webhook',
  removeWebhookHint: 'O registo é eliminado, e os eventos pendentes não são enviados.',
  webhookLog: 'Registo',
  webhookLogHint: 'O que foi enviado nas últimas duas semanas, primeiro o mais recente.',
  emptyLog: 'Ainda não foi enviado nada.',
  event: 'Evento',
  record: 'Elemento',
  outcome: 'Resultado',
  outcomes: { waiting: 'pendente', delivered: 'entregue', 'set-aside': 'abandonado' },
  attempts: 'Tentativas',
  receiverAnswer: 'Resposta',
  nextAttempt: 'Próxima tentativa',
  sentContent: 'Conteúdo enviado',
  notWrittenYet: 'Está a ser preparado.',
  noStoredContent: 'Não há conteúdo guardado.',
  onlyTheBeginning: 'Só é mostrado o início.',
  attemptNumber: 'Tentativa {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'A resposta estava vazia.',
  deliveryErrors: {
    timeout: 'sem resposta completa em 10 segundos',
    'no-public-address': 'nenhum endereço na Internet',
    ECONNREFUSED: 'ligação recusada',
  },
  noticeTestQueued:
    'Um evento de teste vai a caminho. A resposta aparece aqui dentro de segundos; recarregue a página para a ver.',
  noticeQueuedAgain: 'O evento vai de novo a caminho.',
  noticeWebhookRemoved: 'O webhook foi removido.',
};
