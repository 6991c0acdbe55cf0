/** Returns the width of a text in millimeters at a font size in millimeters. */
export type MeasureText = (text: string, sizeMm: number, isBold: boolean) => number;

export interface TextBox {
  text: string;
  maxWidthMm: number;
  maxSizeMm: number;
  minSizeMm: number;
  maxLines: number;
  isBold: boolean;
}

interface FittedText {
  lines: string[];
  sizeMm: number;
}

const STEP = 0.94;
const ELLIPSIS = '…';

/** Breaks a text into lines at the largest size at which it fits; at the smallest size, it is shortened. */
export function fitText(box: TextBox, measure: MeasureText): FittedText {
  for (let sizeMm = box.maxSizeMm; sizeMm > box.minSizeMm; sizeMm *= STEP) {
    const lines = wrapText(box.text, box, sizeMm, measure);
    if (lines.length <= box.maxLines && lines.every(line => fits(line, box, sizeMm, measure)))
      return { lines, sizeMm };
  }
  const sizeMm = box.minSizeMm;
  const lines = wrapText(box.text, box, sizeMm, measure).slice(0, box.maxLines);
  return { lines: lines.map(line => shorten(line, box, sizeMm, measure)), sizeMm };
}

/** Breaks a text into lines; a word that is wider than the box keeps a line of its own. */
export function wrapText(
  text: string,
  box: Pick<TextBox, 'maxWidthMm' | 'isBold'>,
  sizeMm: number,
  measure: MeasureText,
): string[] {
  const lines: string[] = [];
  for (const word of text.trim().split(/\s+/)) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && fits(joined, box, sizeMm, measure)) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

function shorten(line: string, box: Omit<TextBox, 'text'>, sizeMm: number, measure: MeasureText): string {
  if (fits(line, box, sizeMm, measure)) return line;
  const letters = Array.from(line);
  while (letters.length > 0 && !fits(letters.join('') + ELLIPSIS, box, sizeMm, measure)) letters.pop();
  return letters.join('') + ELLIPSIS;
}

function fits(
  line: string,
  { maxWidthMm, isBold }: Pick<TextBox, 'maxWidthMm' | 'isBold'>,
  sizeMm: number,
  measure: MeasureText,
): boolean {
  return measure(line, sizeMm, isBold) <= maxWidthMm;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? character);
}
