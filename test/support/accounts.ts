import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';

/** The member ID in the examples of programs. */
export const MEMBER_ID = 'till-4711';
/** A member without records, to erase, and the other one in the example of NewMerge. */
export const LEAVER = 'till-4899';

export interface BusinessFixture {
  token: string;
  businessId: string;
  userId: string;
}

/** Creates a business and logs its owner in. */
export async function createBusiness(ctx: TestApp, name = 'Blue Cup'): Promise<BusinessFixture> {
  const email = `owner@${name.toLowerCase().replaceAll(' ', '-')}.example`;
  const registration = {
    action: 'register',
    email,
    password: PASSWORD,
    name: `${name} owner`,
    role: 'business',
    businessName: name,
  };
  const { data } = await ctx.call('POST', '/auth', registration);
  return { token: data.accessToken, businessId: data.user.businessId, userId: data.user.id };
}

/** Creates a user of a business, staff by default, and logs the user in. @returns the access token */
export async function createStaff(
  ctx: TestApp,
  { token, businessId }: BusinessFixture,
  position = 'staff',
): Promise<string> {
  const email = `${position}@${businessId.replace('_', '-')}.example`;
  const person = { email, name: 'Sam', password: PASSWORD, position };
  await ctx.call('POST', '/business/users', person, { as: token });
  const { data } = await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  return data.accessToken;
}

/** Creates a customer and logs the customer in. */
export async function createCustomer(ctx: TestApp, name = 'ada'): Promise<{ token: string; userId: string }> {
  const registration = { action: 'register', email: `${name}@people.example`, password: PASSWORD, name };
  const { data } = await ctx.call('POST', '/auth', registration);
  return { token: data.accessToken, userId: data.user.id };
}

/** A valid request body for POST /campaigns. */
export const CAMPAIGN = {
  name: 'Story of the week',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};
