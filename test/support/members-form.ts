/** Returns the multipart body of an import of one member. */
export function membersForm(programId: string, memberId: string): FormData {
  const form = new FormData();
  form.set('kind', 'members');
  form.set('programId', programId);
  form.set('file', new File([`memberId,points,visits,cashback\n${memberId},10,2,1.50\n`], 'members.csv'));
  return form;
}
