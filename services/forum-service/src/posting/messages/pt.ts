import type { Messages } from '../complaint.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const PT: Messages = {
  required: 'Preencha este campo.',
  text: 'Aqui tem de haver texto.',
  'too-long': 'No máximo {maximum} caracteres.',
  'one-line': 'O texto tem de caber numa só linha.',
  'control-characters': 'Há caracteres que não podem ser mostrados.',
  email: 'Indique um endereço de e-mail, por exemplo nome@example.com.',
  topic: 'Escolha um dos temas deste fórum.',
  flag: 'Responda sim ou não (true ou false).',
  integer: 'Indique um número inteiro, no máximo {maximum}.',
  'too-many-tags': 'No máximo {maximum} etiquetas.',
  'long-tag': 'Uma etiqueta tem no máximo {maximum} caracteres.',
  unknown: 'Este campo não existe neste fórum.',
  key: 'Uma chave não pode ser enviada num campo.',
  file: 'Escolha um só ficheiro que não esteja vazio.',
  'file-type':
    'Este ficheiro não pode ser aceite; aceitam-se imagens, som, vídeo, PDF, documentos de escritório, texto, CSV e ZIP.',
};
