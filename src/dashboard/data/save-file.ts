/** The browser reads the file after the click. */
const KEEP_MS = 10_000;

/** Saves a file under a name, among the downloads of the browser. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
