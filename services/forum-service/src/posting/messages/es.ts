import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const ES: Messages = {
  required: 'Rellene este campo.',
  text: 'Aquí tiene que haber texto.',
  'too-long': '{maximum} caracteres como máximo.',
  'one-line': 'El texto tiene que caber en una sola línea.',
  'control-characters': 'Hay caracteres que no se pueden mostrar.',
  email: 'Indique una dirección de correo electrónico, por ejemplo nombre@example.com.',
  topic: 'Elija uno de los temas de este foro.',
  flag: 'Responda sí o no (true o false).',
  integer: 'Indique un número entero, {maximum} como máximo.',
  'too-many-tags': '{maximum} etiquetas como máximo.',
  'long-tag': 'Una etiqueta tiene {maximum} caracteres como máximo.',
  unknown: 'Este campo no existe en este foro.',
  key: 'Una clave no se puede enviar en un campo.',
  file: 'Elija un solo archivo que no esté vacío.',
  'file-type':
    'No se admite este tipo de archivo; se admiten imágenes, sonido, vídeo, PDF, documentos de oficina, texto, CSV (UTF-8) y ZIP.',
  'file-macros': 'No se admiten documentos con macros. Guarde una copia sin macros y envíela.',
  duplicate: 'Esto ya se ha enviado.',
  voted: 'Ya se ha votado con esta dirección de correo electrónico.',
  throttled: 'Se ha enviado demasiado desde aquí en poco tiempo. Inténtelo de nuevo dentro de un minuto.',
  refused: 'Esto no se puede publicar aquí.',
  gone: 'Aquello a lo que se refería ya no existe.',
  unavailable: 'El foro no puede recibir esto en este momento. Inténtelo de nuevo un poco más tarde.',
  failed: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo un poco más tarde.',
  unreadable: 'No se ha podido leer lo que se ha enviado.',
  'too-large': 'Es más texto del que se puede enviar de una vez.',
  address: 'Este formulario lleva a una dirección que no está permitida.',
};
