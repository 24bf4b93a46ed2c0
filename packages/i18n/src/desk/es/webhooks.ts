import type { DeskCatalogue } from '../en.ts';

/** What the pages about webhooks say, in Spanish. */
export const WEBHOOKS: DeskCatalogue['webhooks'] = {
  webhooks: 'Webhooks',
  webhooksHint: 'Avise a sus propios programas cuando algo cambie aquí.',
  noWebhooks: 'Todavía no hay webhooks.',
  addWebhook: 'Añadir un webhook',
  webhookUrl: 'URL',
  webhookUrlHint:
    'La dirección de su programa, por ejemplo https://example.com/hooks. Los eventos se envían allí por POST.',
  webhookUrlWrong:
    'Debe ser una dirección como https://example.com/hooks, sin nombre de usuario ni contraseña.',
  webhookUrlTaken: 'Ya hay un webhook con esta URL.',
  tooManyWebhooks: 'No puede haber más webhooks. Quite uno primero.',
  events: 'Eventos',
  eventsHint: 'Si no elige ninguno, se envían todos los eventos.',
  allEvents: 'todos',
  privateReceiver:
    '{host} no tiene ninguna dirección en internet. Los eventos solo se envían allí si quien administra el servicio lo permite (WEBHOOK_ALLOW_PRIVATE=on).',
  webhookSecret: 'El secreto del webhook. Cópielo ahora: no se volverá a mostrar.',
  webhookSecretHint: 'Con él, su programa comprueba que los eventos vienen de aquí.',
  formerSecretUntil: 'El secreto anterior funciona hasta el',
  active: 'activo',
  noAnswerSince: 'no disponible desde el {when}',
  endedByReceiver: 'terminado por el receptor el {when}',
  endedByReceiverHint:
    'El receptor ha respondido que no quiere más eventos. Para volver a enviárselos, quite el webhook y añádalo de nuevo.',
  waitingEvents: 'Pendientes',
  setAside: 'Abandonados',
  newSecret: 'Secreto nuevo',
  newSecretHint: 'El secreto actual sigue funcionando durante un día.',
  secretIsNew:
    'El secreto se cambió hace menos de un día. Podrá cambiarlo de nuevo cuando caduque el anterior.',
  sendTest: 'Enviar un evento de prueba',
  removeWebhook: 'Quitar el webhook',
  removeWebhookHint: 'Se elimina su registro, y los eventos pendientes no se envían.',
  webhookLog: 'Registro',
  webhookLogHint: 'Lo que se ha enviado en las dos últimas semanas, primero lo más reciente.',
  emptyLog: 'Todavía no se ha enviado nada.',
  event: 'Evento',
  record: 'Elemento',
  outcome: 'Resultado',
  outcomes: { waiting: 'pendiente', delivered: 'entregado', 'set-aside': 'abandonado' },
  attempts: 'Intentos',
  receiverAnswer: 'Respuesta',
  nextAttempt: 'Próximo intento',
  sentContent: 'Contenido enviado',
  notWrittenYet: 'Se está preparando.',
  noStoredContent: 'No hay contenido guardado.',
  onlyTheBeginning: 'Solo se muestra el principio.',
  attemptNumber: 'Intento {n}',
  milliseconds: '{n} ms',
  emptyAnswer: 'La respuesta estaba vacía.',
  deliveryErrors: {
    timeout: 'sin respuesta completa en 10 segundos',
    'no-public-address': 'ninguna dirección en internet',
    ECONNREFUSED: 'conexión rechazada',
  },
  noticeTestQueued:
    'Un evento de prueba va de camino. La respuesta aparecerá aquí en unos segundos; recargue la página para verla.',
  noticeQueuedAgain: 'El evento va de camino otra vez.',
  noticeWebhookRemoved: 'Se ha quitado el webhook.',
};
