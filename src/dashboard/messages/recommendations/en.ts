/** Recommendations from the data of a business. */
export const messages = {
  title: 'Recommendations',
  none: 'No issues found.',
  priorities: {
    high: 'High priority',
    medium: 'Medium priority',
    low: 'Low priority',
  },
  review: 'Review submissions',
  createDraft: 'Create draft',
  apply: 'Apply',
  draftCreated: 'Draft created. Review and launch it.',
  applied: 'Recommendation applied',
  applyThis: 'Apply recommendation',
  draftHow: 'Creates a draft that only you can see.',
  changeHow: 'Changes the campaign immediately.',
};
export type Messages = typeof messages;
