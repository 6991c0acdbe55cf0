/** Formats a count with its noun: "1 submission", "2 submissions". */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : `${noun}s`}`;
}
