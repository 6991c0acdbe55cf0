import { expect, test } from 'bun:test';
import { POSITION_PERMISSIONS, POSITIONS } from '../../db/enums.ts';
import { ROUTES } from '../../src/dashboard/routes.ts';

/** The pages of the menu that some positions can't open, with the positions that can. */
const RESTRICTED = {
  '/dashboard/counter': ['owner', 'manager', 'staff', 'counter'],
  '/dashboard/planner': ['owner', 'manager'],
  '/dashboard/keys': ['owner'],
  '/dashboard/health': ['owner'],
  '/dashboard/billing': ['owner'],
};
const VIEWERS = ['owner', 'manager', 'staff'];

test('the menu shows a page to the positions that can use it', () => {
  const listed = ROUTES.filter(({ menu, audience }) => menu && audience === 'business');
  const positions = listed.map(({ path, permission = 'view' }) => [
    path,
    POSITIONS.filter(position => POSITION_PERMISSIONS[position].includes(permission)),
  ]);
  const everyone = listed.map(({ path }) => [path, VIEWERS]);
  expect(Object.fromEntries(positions)).toEqual({ ...Object.fromEntries(everyone), ...RESTRICTED });
});
