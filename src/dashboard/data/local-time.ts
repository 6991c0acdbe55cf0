/** Converts an ISO time to a `datetime-local` value in the browser's time zone; null becomes ''. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Converts a `datetime-local` value to an ISO time; an empty or invalid value becomes null. */
export function fromLocalInput(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
