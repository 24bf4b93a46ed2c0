import type { DeskCatalogue } from '../en.ts';

/** What the page about health says, in Spanish. `{name}` is filled in. */
export const HEALTH: DeskCatalogue['health'] = {
  health: 'Estado del servicio',
  healthHint:
    'Indica si funciona todo lo que hay detrás de este espacio de trabajo. Las cifras se refieren solo a su organización.',
  healthPart: 'Elemento',
  healthDetails: 'Detalles',
  healthStates: { fine: 'Correcto', waiting: 'En espera', failing: 'Con fallos', off: 'Sin configurar' },
  stateSince: '{state} desde {when}',
  healthParts: {
    database: 'Base de datos',
    engine: 'Motor de búsqueda',
    index: 'Índice de búsqueda',
    mail: 'Correo',
    webhooks: 'Webhooks',
    files: 'Archivos',
    backup: 'Copia de seguridad',
    versions: 'Versiones',
  },
  healthSentences: {
    databaseAnswers: 'Respondió en {n} ms.',
    notListening: 'En este momento no avisa de los cambios, por lo que las páginas tardan más.',
    searchesItself: 'Guidepost responde por sí mismo a las búsquedas.',
    engineAnswers: '{name} responde a las búsquedas.',
    engineAway: '{name} no está disponible. La búsqueda sigue funcionando: Guidepost responde por sí mismo.',
    everythingFound: 'Todo se puede encontrar.',
    noMailSent: 'No se envía correo.',
    noMailWaits: 'No hay mensajes en espera.',
    mailKept: 'Los mensajes se guardan en el servidor y no se envían a nadie.',
    noWebhooks: 'No hay webhooks.',
    receiversAnswer: 'Todos los receptores están disponibles.',
    space: '{used} en uso.',
    spaceOf: '{used} de {most} en uso.',
    filesRefused: 'En este momento no se pueden subir archivos.',
    lastBackup: 'La última copia de seguridad terminó el {when}.',
    noBackupKnown: 'Guidepost no recibe avisos de las copias de seguridad.',
    versions: 'Guidepost {guidepost}, PostgreSQL {database}, Node.js {node}',
  },
  healthCounts: {
    changes: {
      one: '{n} cambio aún no se puede encontrar.',
      other: '{n} cambios aún no se pueden encontrar.',
    },
    rejected: {
      one: '{n} documento no se pudo añadir y no se puede encontrar.',
      other: '{n} documentos no se pudieron añadir y no se pueden encontrar.',
    },
    messages: {
      one: '{n} mensaje está pendiente de envío.',
      other: '{n} mensajes están pendientes de envío.',
    },
    refused: {
      one: '{n} mensaje no se pudo entregar en los últimos siete días.',
      other: '{n} mensajes no se pudieron entregar en los últimos siete días.',
    },
    receiversAway: { one: '{n} receptor no está disponible.', other: '{n} receptores no están disponibles.' },
    events: { one: '{n} evento está en espera.', other: '{n} eventos están en espera.' },
    givenUp: { one: 'Se ha desistido de {n} evento.', other: 'Se ha desistido de {n} eventos.' },
  },
  healthAdvice: {
    operators: 'Avise a quienes administran el servidor.',
    setUpMail: 'Pida a quienes administran el servidor que configuren el correo.',
    addresses: 'Compruebe las direcciones de las personas invitadas.',
    receivers: 'Revise sus webhooks.',
    moreSpace: 'Elimine los archivos que ya no necesite o pida más espacio.',
    backups: 'Pregunte a quienes administran el servidor si se hacen copias de seguridad.',
  },
};
