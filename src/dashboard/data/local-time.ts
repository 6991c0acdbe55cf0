/** An ISO time as `<input type="datetime-local">` has it, in the zone of whoever looks; empty for none. */
export function toLocal(iso: string | null): string {
  if (iso === null) return '';
  const time = new Date(iso);
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The way back; null for an empty field. */
export function fromLocal(text: string): string | null {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}
