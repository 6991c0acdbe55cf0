import type { Messages } from './en.ts';

export const messages: Messages = {
  title: 'Recomendaciones',
  none: 'No se han encontrado problemas.',
  priorities: {
    high: 'Prioridad alta',
    medium: 'Prioridad media',
    low: 'Prioridad baja',
  },
  review: 'Revisar envíos',
  createDraft: 'Crear borrador',
  apply: 'Aplicar',
  draftCreated: 'Borrador creado. Revísalo y lánzalo.',
  applied: 'Recomendación aplicada',
  applyThis: 'Aplicar recomendación',
  draftHow: 'Crea un borrador que solo ves tú.',
  changeHow: 'Cambia la campaña de inmediato.',
};
