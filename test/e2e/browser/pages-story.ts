import type { Locator } from 'playwright-core';
import { HELD_MS } from './pages-reviews.ts';
import { PASSWORD, startEmptyServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

/** A valid PNG of 2 × 3 pixels. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAG0lEQVR42mOQy1vw4fVDBiAGshiibDQWVEQBAHOhCgEOBRIZAAAAAElFTkSuQmCC',
  'base64',
);

/** A customer's page looks for a decision this often. */
const POLL_MS = 5_000;

/** Performs a user's interactions and counts the clicks (including key presses) and the filled fields. */
class InteractionCounter {
  clicks = 0;
  fields = 0;

  constructor(private readonly stage: Stage) {}

  async click(locator: Locator): Promise<void> {
    this.clicks += 1;
    await locator.click();
  }

  async press(key: string): Promise<void> {
    this.clicks += 1;
    await this.stage.page.keyboard.press(key);
  }

  async fill(label: string, text: string): Promise<void> {
    this.fields += 1;
    await this.stage.page.getByLabel(label).fill(text);
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    this.fields += 1;
    await this.stage.page.keyboard.type(text);
  }

  async chooseImage(): Promise<void> {
    this.fields += 1;
    const image = { name: 'story.png', mimeType: 'image/png', buffer: IMAGE };
    await this.stage.page.locator('input[type=file]').first().setInputFiles(image);
  }
}

/** Sets up the installation and launches a campaign. @returns the campaign's link */
async function launchFirstCampaign(
  { page, capture, expectError }: Stage,
  setupLink: string,
  user: InteractionCounter,
): Promise<string> {
  const press = (name: string) => user.click(page.getByRole('button', { name, exact: true }));
  await page.goto(setupLink);
  await user.fill('Shop name', 'Blue Cup');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Enter an email address').waitFor();
  await page.locator('#email:focus').waitFor();
  await capture('story-setup');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('input')?.value === 'Blue Cup');
  await user.fill('Your email', 'olive@blue-cup.example');
  expectError(/status of 400/);
  await page.getByLabel('New password').fill('password12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Choose a password that is harder to guess.').waitFor();
  await user.fill('New password', PASSWORD);
  await user.press('Enter');
  await page.getByText('Step 2 of 4').waitFor();
  await page.getByLabel('Instagram').fill('@bluecup');
  await page.reload();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[placeholder]')?.value === '@bluecup',
  );
  await press('Skip for now');
  await page.getByText('Step 3 of 4').waitFor();
  await capture('story-first-campaign');
  await press('Launch campaign');
  await page.getByText('Step 4 of 4').waitFor();
  await page.getByText('works only on this computer').waitFor();
  await page.goBack();
  await page.getByText('is open to customers').waitFor();
  await page.goForward();
  await capture('story-address');
  const link = (await page.locator('.share a[href*="/c/"]').getAttribute('href')) as string;
  await press('Finish setup');
  return link;
}

/** Signs up through the campaign's link and submits proof. */
async function submitProof({ page, go }: Stage, link: string, user: InteractionCounter): Promise<void> {
  await go(new URL(link).pathname);
  await page.getByRole('heading', { name: 'How it works' }).waitFor();
  await user.chooseImage();
  await page.getByAltText('Preview').waitFor();
  await user.fill('Email', 'ada@people.example');
  await user.fill('Choose a password', PASSWORD);
  await user.click(page.getByRole('button', { name: 'Submit proof' }));
  await page.getByText('will review your submission').waitFor();
}

/** From an empty installation to the first redeemed reward, using only the pages. */
export const storyScenes: Scene[] = [
  [
    'story: an owner sets up the shop and redeems the first reward of a customer',
    async ({ binary, openStage, afterwards }) => {
      const server = await startEmptyServer(binary);
      afterwards(server.stop);
      const owner = await openStage({ url: server.url });
      const customer = await openStage({ url: server.url, width: 360 });
      const [ownerActions, customerActions] = [
        new InteractionCounter(owner),
        new InteractionCounter(customer),
      ];
      await owner.page.clock.install();
      const link = await launchFirstCampaign(owner, server.setupLink, ownerActions);
      await customer.page.goto(`${server.url}/register?as=business`);
      await customer.page.getByText('Registration is closed on this server.').waitFor();
      await customer.page.clock.install();
      await submitProof(customer, link, customerActions);
      await ownerActions.click(owner.page.getByRole('link', { name: 'Reviews' }));
      await owner.page.getByRole('heading', { name: 'Submission from' }).waitFor();
      await ownerActions.press('a');
      await owner.page.getByText('Approving the submission').waitFor();
      await owner.page.clock.fastForward(HELD_MS);
      await owner.page.getByText('Submission approved').waitFor();
      await customer.page.clock.fastForward(POLL_MS);
      await customer.page.getByText('Show the code when you pay').waitFor();
      const code = (await customer.page.locator('.code-large').textContent()) ?? '';
      await ownerActions.click(owner.page.getByRole('link', { name: 'Counter' }).first());
      await owner.page.locator('#counter-input:focus').waitFor();
      await ownerActions.type(code);
      await owner.page.locator('.redeem-form [type="submit"]:focus').waitFor();
      await ownerActions.press('Enter');
      await owner.page.getByText(/Take \$[\d.]+ off/).waitFor();
      printTotals(ownerActions, customerActions);
    },
  ],
];

function printTotals(owner: InteractionCounter, customer: InteractionCounter): void {
  const format = ({ clicks, fields }: { clicks: number; fields: number }) =>
    `${clicks} clicks, ${fields} fields`;
  const total = { clicks: owner.clicks + customer.clicks, fields: owner.fields + customer.fields };
  console.log(`story: ${format(total)} from start to the first redeemed reward`);
  console.log(`       owner ${format(owner)}; customer ${format(customer)}; key presses count as clicks`);
}
