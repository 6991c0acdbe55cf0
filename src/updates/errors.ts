/** An update was refused or did not work. What was installed before is in use. */
export class UpdateError extends Error {
  override readonly name = 'UpdateError';
}
