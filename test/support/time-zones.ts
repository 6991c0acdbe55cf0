/** Zones on both halves of the world; some change their clocks at midnight, by half an hour, or gave it up. */
export const ZONES = [
  'UTC',
  'America/New_York',
  'America/Sao_Paulo',
  'America/St_Johns',
  'Europe/Berlin',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];

/** Ten years of days. */
export const FIRST_DAY = '2018-01-01';
export const LAST_DAY = '2027-12-31';
