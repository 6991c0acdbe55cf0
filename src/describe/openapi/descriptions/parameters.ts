/** Descriptions of parameters by name, for those without their own. */
export const PARAMETER_DESCRIPTIONS: Record<string, string> = {
  kind: 'Only records of this kind',
  memberId: "The member's reference, as the business chose it",
  platform: 'The platform',
  state: 'Only records in one of these states, separated by commas',
  status: 'Only records with one of these statuses, separated by commas',
  type: 'Only records of this type',
};
