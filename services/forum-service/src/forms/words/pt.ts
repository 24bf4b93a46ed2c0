import type { FormWords } from '../form-words.ts';

/** A draft: nobody who speaks the language has read it yet. */
export const PT: FormWords = {
  heading: 'Isto ainda não foi enviado',
  advice: 'Nada do que escreveu se perdeu: está aqui abaixo. Pode alterá-lo e enviá-lo novamente.',
  goBack: 'Volte atrás no navegador ao que escreveu.',
  send: 'Enviar novamente',
  leaveEmpty: 'Deixe este campo vazio',
  labels: {
    name: 'Nome',
    useremail: 'Endereço de e-mail',
    topic: 'Tema',
    title: 'Título',
    text: 'Texto',
    report_reason: 'Motivo',
    tags: 'Etiquetas',
    archived: 'Arquivado',
    is_org_reply: 'Resposta da organização',
    work_title: 'Cargo',
  },
};
