import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';

export interface BusinessFixture {
  token: string;
  businessId: string;
  userId: string;
}

/** A business with its owner logged in. */
export async function createBusiness(world: TestApp, name = 'Blue Cup'): Promise<BusinessFixture> {
  const email = `owner@${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const registration = {
    action: 'register',
    email,
    password: PASSWORD,
    name: `${name} owner`,
    role: 'business',
    businessName: name,
  };
  const { data } = await world.call('POST', '/auth', registration);
  return { token: data.accessToken, businessId: data.user.businessId, userId: data.user.id };
}

/** Somebody who works for a business in the position staff, logged in. @returns the access token */
export async function createStaff(world: TestApp, { token, businessId }: BusinessFixture): Promise<string> {
  const email = `staff@${businessId.replace('_', '-')}.example`;
  const person = { email, name: 'Sam', password: PASSWORD };
  await world.call('POST', '/business/users', person, { as: token });
  const { data } = await world.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  return data.accessToken;
}

/** A customer, logged in. */
export async function createCustomer(
  world: TestApp,
  name = 'ada',
): Promise<{ token: string; userId: string }> {
  const registration = { action: 'register', email: `${name}@people.example`, password: PASSWORD, name };
  const { data } = await world.call('POST', '/auth', registration);
  return { token: data.accessToken, userId: data.user.id };
}

/** The body of a campaign that nothing is wrong with. */
export const CAMPAIGN = {
  name: 'Story of the week',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};
