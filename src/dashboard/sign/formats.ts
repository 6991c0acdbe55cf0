/** Sizes in millimeters. */
export interface SignFormat {
  id: 'a6' | 'a5' | 'a4' | 'tent' | 'sticker';
  widthMm: number;
  heightMm: number;
}

/** The signs that a shop hangs up or puts on a table. */
export const SIGN_FORMATS: readonly SignFormat[] = [
  { id: 'a5', widthMm: 148, heightMm: 210 },
  { id: 'a6', widthMm: 105, heightMm: 148 },
  { id: 'a4', widthMm: 210, heightMm: 297 },
  { id: 'tent', widthMm: 210, heightMm: 297 },
  { id: 'sticker', widthMm: 150, heightMm: 150 },
];
