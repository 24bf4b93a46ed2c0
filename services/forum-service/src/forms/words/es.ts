import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const ES: FormWords = {
  heading: 'Esto todavía no se ha enviado',
  advice: 'No se ha perdido nada de lo que escribió: está aquí abajo. Puede cambiarlo y enviarlo de nuevo.',
  goBack: 'Vuelva atrás en el navegador a lo que escribió.',
  send: 'Enviar de nuevo',
  leaveEmpty: 'Deje este campo vacío',
  labels: {
    name: 'Nombre',
    useremail: 'Dirección de correo electrónico',
    topic: 'Tema',
    title: 'Título',
    text: 'Texto',
    report_reason: 'Motivo',
    tags: 'Etiquetas',
    archived: 'Archivado',
    is_org_reply: 'Respuesta de la organización',
    work_title: 'Cargo',
  },
};
