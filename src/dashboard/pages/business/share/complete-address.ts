/** Completes the address that a person typed: people leave out https://. */
export function completeAddress(text: string): string {
  const address = text.trim();
  return address === '' || /^\w+:\/\//.test(address) ? address : `https://${address}`;
}
