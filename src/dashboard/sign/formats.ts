/** Sizes in millimeters. */
export interface SignFormat {
  id: 'a6' | 'a5' | 'a4' | 'tent' | 'sticker';
  label: string;
  hint: string;
  widthMm: number;
  heightMm: number;
}

/** The signs that a shop hangs up or puts on a table. */
export const SIGN_FORMATS: readonly SignFormat[] = [
  { id: 'a5', label: 'A5', hint: 'Counter or wall', widthMm: 148, heightMm: 210 },
  { id: 'a6', label: 'A6', hint: 'Postcard, beside the register', widthMm: 105, heightMm: 148 },
  { id: 'a4', label: 'A4', hint: 'Wall or door', widthMm: 210, heightMm: 297 },
  { id: 'tent', label: 'Table tent', hint: 'A4, folded in the middle', widthMm: 210, heightMm: 297 },
  { id: 'sticker', label: 'Window sticker', hint: 'Square, 15 cm', widthMm: 150, heightMm: 150 },
];
