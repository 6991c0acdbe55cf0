import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Recomendações',
  none: 'Nenhum problema encontrado.',
  priorities: {
    high: 'Prioridade alta',
    medium: 'Prioridade média',
    low: 'Prioridade baixa',
  },
  review: 'Analisar envios',
  createDraft: 'Criar rascunho',
  apply: 'Aplicar',
  draftCreated: 'Rascunho criado. Revise e lance.',
  applied: 'Recomendação aplicada',
  applyThis: 'Aplicar recomendação',
  draftHow: 'Cria um rascunho que só você vê.',
  changeHow: 'Altera a campanha na hora.',
};
