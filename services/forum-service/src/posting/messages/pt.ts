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
    'Este ficheiro não pode ser aceite; aceitam-se imagens, som, vídeo, PDF, documentos de escritório, texto, CSV (UTF-8) e ZIP.',
  'file-macros': 'Não se aceitam documentos com macros. Guarde uma cópia sem macros e envie-a.',
  duplicate: 'Isto já foi enviado.',
  voted: 'Já foi registado um voto com este endereço de e-mail.',
  throttled: 'Foi enviado demasiado daqui em pouco tempo. Tente novamente dentro de um minuto.',
  refused: 'Isto não pode ser publicado aqui.',
  gone: 'Aquilo a que isto dizia respeito já não existe.',
  unavailable: 'O fórum não pode receber isto neste momento. Tente novamente um pouco mais tarde.',
  failed: 'Algo correu mal do nosso lado. Tente novamente um pouco mais tarde.',
  unreadable: 'Não foi possível ler o que foi enviado.',
  'too-large': 'Isto é mais texto do que se pode enviar de uma só vez.',
  address: 'Este formulário leva a um endereço que não é permitido.',
};
