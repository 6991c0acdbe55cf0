/**
 * The keys of an American keyboard, row by row, and what the keyboards of other layouts type on them without and with Shift.
 * Scanners press keys: one set up for America types what the layout of its computer makes of them.
 */
export const US = "1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./";
export const US_SHIFTED = '!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?';
export const LAYOUTS: readonly (readonly [plain: string, shifted: string])[] = [
  [US, US_SHIFTED],
  // German
  ['1234567890ß´qwertzuiopü+asdfghjklöäyxcvbnm,.-', '!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_'],
  // Swiss, German and French
  ["1234567890'^qwertzuiopü¨asdfghjklöäyxcvbnm,.-", '+"*ç%&/()=?`QWERTZUIOPè!ASDFGHJKLéàYXCVBNM;:_'],
  ["1234567890'^qwertzuiopè¨asdfghjkléàyxcvbnm,.-", '+"*ç%&/()=?`QWERTZUIOPü!ASDFGHJKLöäYXCVBNM;:_'],
  // French and Belgian
  ['&é"\'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!', '1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§'],
  ['&é"\'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=', '1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+'],
  // Spanish
  ["1234567890'¡qwertyuiop`+asdfghjklñ´zxcvbnm,.-", '!"·$%&/()=?¿QWERTYUIOP^*ASDFGHJKLÑ¨ZXCVBNM;:_'],
  // Italian
  ["1234567890'ìqwertyuiopè+asdfghjklòàzxcvbnm,.-", '!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°ZXCVBNM;:_'],
  // Portuguese
  ["1234567890'«qwertyuiop+´asdfghjklçºzxcvbnm,.-", '!"#$%&/()=?»QWERTYUIOP*`ASDFGHJKLÇªZXCVBNM;:_'],
  // Turkish
  ['1234567890*-qwertyuıopğüasdfghjklşizxcvbnmöç.', "!'^+%&/()=?_QWERTYUIOPĞÜASDFGHJKLŞİZXCVBNMÖÇ:"],
  // Polish, for typists
  ["1234567890+'qwertzuiopżśasdfghjklłąyxcvbnm,.-", '!"#¤%&/()=?*QWERTZUIOPńćASDFGHJKLŁęYXCVBNM;:_'],
  // Swedish and Finnish, Danish, Norwegian
  ['1234567890+´qwertyuiopå¨asdfghjklöäzxcvbnm,.-', '!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLÖÄZXCVBNM;:_'],
  ['1234567890+´qwertyuiopå¨asdfghjklæøzxcvbnm,.-', '!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLÆØZXCVBNM;:_'],
  ['1234567890+\\qwertyuiopå¨asdfghjkløæzxcvbnm,.-', '!"#¤%&/()=?`QWERTYUIOPÅ^ASDFGHJKLØÆZXCVBNM;:_'],
];

/** Accents that a dead key puts on the next letter, e.g. ´ and E become É. */
const DEAD_KEYS: Readonly<Record<string, string>> = {
  '\u0300': '`',
  '\u0301': '´',
  '\u0302': '^',
  '\u0308': '¨',
};

/** The identifier of the kind of barcode that some scanners put before the text. */
const AIM = /^\][a-z]\d/;
/** A link with a code or card, by the keys without Shift: `:` and `?` are on those of `;` and `/`. */
const LINK = /^https?;\/\/.*\/(?:code|card)=([a-z\d]+)$/;
/** Reward codes (CODE_ALPHABET in rewards/rules.ts) and cards (programs/members/card-rules.ts). */
const CODE = /^[34679acdefghjkmnpqrtwxy]{10}$/;
const CARD = /^pm[sr][\da-z]{26}[\da-z]{7}[\da-f]{20}$/;

/**
 * Lists the codes and cards that a scanner may have sent, by the keys that it pressed: for each layout of the computer, with
 * Shift or Caps Lock in any state, with or without an identifier of the barcode.
 */
export function listScans(text: string): string[] {
  const scans = LAYOUTS.map(layout => {
    const keys = [...text.trim()]
      .flatMap(char => toKeys(char, layout))
      .join('')
      .replace(AIM, '');
    return LINK.exec(keys)?.[1] ?? keys;
  });
  const found = scans.filter(scan => CODE.test(scan) || CARD.test(scan));
  return [...new Set(found)].map(scan => scan.toUpperCase());
}

/** Returns the American keys, without Shift, that type a character in a layout. */
function toKeys(char: string, layout: (typeof LAYOUTS)[number]): string[] {
  // Caps Lock changes letters that are no pair in the rows, such as é and 2.
  for (const each of [char, char.toLowerCase(), char.toUpperCase()]) {
    const at = Math.max(...layout.map(row => row.indexOf(each)));
    if (at >= 0) return [US[at] as string];
  }
  const [letter = '', accent = ''] = char.normalize('NFD');
  const dead = DEAD_KEYS[accent];
  return dead ? [...toKeys(dead, layout), ...toKeys(letter, layout)] : [char];
}
