import type { IMPORT_FORMATS } from '../../../../db/enums.ts';

type Format = (typeof IMPORT_FORMATS)[number];

/** The fields of a column. The parts of a name are joined. */
export const IMPORT_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'memberId',
  'points',
  'visits',
  'cashback',
  'spend',
  'rewards',
  'joinedAt',
  'lastVisitAt',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
/** The value of a mapping for a column that is not used. */
export const IGNORED = 'ignore';
/** A row needs one of them, by which its member is found. */
export const IDENTITY_FIELDS: readonly ImportField[] = ['memberId', 'phone', 'email'];

/** Names of columns by field, the preferred ones first, in the form of `toKey`. */
type Aliases = Partial<Record<ImportField, readonly string[]>>;

/** Names that spreadsheets and other systems use. */
const COMMON: Record<ImportField, readonly string[]> = {
  name: ['name', 'fullname', 'customername', 'membername', 'displayname', 'customer'],
  firstName: ['firstname', 'givenname', 'forename'],
  lastName: ['lastname', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'customeremail', 'mail'],
  phone: ['phone', 'phonenumber', 'mobile', 'mobilenumber', 'mobilephone', 'cellphone', 'telephone', 'cell'],
  memberId: [
    'memberid',
    'membershipid',
    'membernumber',
    'customerid',
    'externalid',
    'cardnumber',
    'cardid',
    'id',
  ],
  points: ['points', 'pointsbalance', 'pointbalance', 'loyaltypoints', 'currentpoints', 'availablepoints'],
  visits: ['visits', 'stamps', 'stampbalance', 'currentstamps', 'activestamps', 'visitcount', 'totalvisits'],
  cashback: ['cashback', 'cashbackbalance', 'storecredit', 'creditbalance', 'cashbalance'],
  spend: ['spend', 'spent', 'totalspend', 'totalspent', 'lifetimespend'],
  rewards: [
    'rewards',
    'openrewards',
    'rewardsavailable',
    'availablerewards',
    'unredeemedrewards',
    'currentrewards',
  ],
  joinedAt: [
    'joinedat',
    'joined',
    'membersince',
    'customersince',
    'datejoined',
    'joindate',
    'signupdate',
    'registrationdate',
    'firstvisit',
    'createdat',
    'datecreated',
  ],
  lastVisitAt: ['lastvisitat', 'lastvisit', 'lastvisitdate', 'lastpurchasedate', 'lastorderdate', 'lastseen'],
};

/**
 * The exports of other systems: the names that only their header row has, and the columns where the common names would
 * choose another one.
 *
 * Sources, read on 2026-11-24. Where a vendor documents the fields but no sample of the file, the names are those of the
 * documented fields; a mapping corrects what a vendor has renamed since.
 * - Square, attributes of the customer directory and its import template:
 *   https://squareup.com/help/us/en/article/6632-import-customers-online
 * - Stamp Me, columns of the customer table (`Stamps` is the total, `Active Stamps` the current card):
 *   https://support.stampme.com/articles/13385-how-do-i-view-my-customers
 * - Smile, fields of a customer and columns of its CSV files:
 *   https://dev.smile.io/api/resources/customers/customer-object and
 *   https://help.smile.io/en/articles/4036233-import-points-with-a-csv-file
 * - Stamped, columns of its CSV files:
 *   https://stampedsupport.stamped.io/hc/en-us/articles/10040527162651
 * - Loopy Loyalty, fields of a card in the export of a campaign: https://developer.loopyloyalty.com
 *   (LoopyLoyalty_exportCampaign)
 */
const EXPORTS: {
  format: Exclude<Format, 'generic'>;
  marks: readonly (readonly string[])[];
  columns: Aliases;
  /** The column of the member's ID for rows without one, which every row has. */
  ownId?: string;
}[] = [
  {
    format: 'square',
    marks: [['squarecustomerid'], ['referenceid', 'emailaddress'], ['emailsubscriptionstatus']],
    columns: { memberId: ['referenceid', 'squarecustomerid'], points: ['loyaltybalance', 'loyaltypoints'] },
    ownId: 'squarecustomerid',
  },
  {
    format: 'stampMe',
    marks: [['activestamps'], ['completedstamps']],
    columns: { visits: ['activestamps', 'stamps'] },
  },
  {
    format: 'smile',
    marks: [
      ['referralurl', 'pointsbalance'],
      ['viptier', 'pointsbalance'],
      ['memberstatus', 'pointsbalance'],
    ],
    columns: { points: ['pointsbalance', 'points'] },
  },
  {
    format: 'stamped',
    marks: [['viptierenddate'], ['viptier', 'points'], ['addpoints']],
    columns: { points: ['points', 'addpoints'] },
  },
  {
    format: 'loopyLoyalty',
    marks: [['totalstampsearned'], ['totalrewardsearned'], ['currentstamps', 'campaignid']],
    columns: {
      memberId: ['cardid', 'id', 'serialnumber'],
      visits: ['currentstamps', 'stamps', 'totalstampsearned'],
    },
  },
];

/** The system whose export a header row is of, and the position of the column of each field. */
export interface MatchedColumns {
  format: Format;
  at: Partial<Record<ImportField, number>>;
  /** The column of the member's ID for rows without one in the other; undefined for most files. */
  ownIdAt: number | undefined;
}

/**
 * Matches the columns of a file with fields by their names.
 * @param chosen fields of columns that a person chose, or `ignore`, by name
 */
export function matchColumns(
  names: readonly string[],
  chosen: Readonly<Record<string, ImportField | typeof IGNORED>>,
): MatchedColumns {
  const format = detectFormat(names);
  const at: MatchedColumns['at'] = {};
  const taken = new Set<number>();
  for (const [name, field] of Object.entries(chosen)) {
    const index = names.indexOf(name);
    taken.add(index);
    if (field !== IGNORED) at[field] = index;
  }
  const { columns = {}, ownId } = EXPORTS.find(each => each.format === format) ?? {};
  const keys = names.map(toKey);
  for (const field of IMPORT_FIELDS) {
    if (at[field] !== undefined) continue;
    const aliases = [...(columns[field] ?? []), ...COMMON[field]];
    const found = aliases.map(alias => keys.findIndex((key, index) => key === alias && !taken.has(index)));
    const index = found.find(each => each !== -1);
    if (index === undefined) continue;
    taken.add(index);
    at[field] = index;
  }
  const ownIdAt = keys.findIndex((key, index) => key === ownId && !taken.has(index));
  return { format, at, ownIdAt: ownIdAt === -1 ? undefined : ownIdAt };
}

/** The first bytes of a ZIP file, which the workbooks of Excel, Numbers and LibreOffice are. */
const ZIP_MARK = 'PK\u0003\u0004';

/** Returns whether the first row of a file is the beginning of a workbook, which people choose in place of a CSV file. */
export function isWorkbook([first = '']: readonly string[]): boolean {
  return first.startsWith(ZIP_MARK);
}

/** Returns the system whose export has this header row; `generic` for any other. */
function detectFormat(names: readonly string[]): Format {
  const keys = new Set(names.map(toKey));
  const isOf = (marks: readonly string[]) => marks.every(mark => keys.has(mark));
  return EXPORTS.find(({ marks }) => marks.some(isOf))?.format ?? 'generic';
}

/** `Email Address`, `email_address` and `E-mail address` are the same column. */
export function toKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** The columns of the template and two examples. */
export const TEMPLATE_ROWS: readonly (readonly string[])[] = [
  ['name', 'email', 'phone', 'memberId', 'points', 'visits', 'cashback'],
  ['Ada Martin', 'ada@people.example', '+12025550143', 'till-4711', '120', '7', '4.50'],
  ['Ben Okafor', 'ben@people.example', '', '', '40', '', ''],
];
