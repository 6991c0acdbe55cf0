import type { Locator } from 'playwright-core';
import { PASSWORD, startEmptyServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

/** A drawn picture of 2 × 3. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAG0lEQVR42mOQy1vw4fVDBiAGshiibDQWVEQBAHOhCgEOBRIZAAAAAElFTkSuQmCC',
  'base64',
);

/** The hands of one person: counts what sets something off (a click, Enter, a letter) and what is filled in. */
class InteractionCounter {
  clicks = 0;
  fields = 0;

  constructor(private readonly stage: Stage) {}

  async click(what: Locator): Promise<void> {
    this.clicks += 1;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.clicks += 1;
    await this.stage.page.keyboard.press(key);
  }

  async fill(label: string, text: string): Promise<void> {
    this.fields += 1;
    await this.stage.page.getByLabel(label).fill(text);
  }

  /** Types where the page has put the cursor by itself. */
  async type(text: string): Promise<void> {
    this.fields += 1;
    await this.stage.page.keyboard.type(text);
  }

  async choosePicture(): Promise<void> {
    this.fields += 1;
    const picture = { name: 'story.png', mimeType: 'image/png', buffer: PICTURE };
    await this.stage.page.locator('input[type=file]').first().setInputFiles(picture);
  }
}

/** From the printed link to a campaign that customers can take part in. @returns its link */
async function launchFirstCampaign(
  { page, capture }: Stage,
  setupLink: string,
  hands: InteractionCounter,
): Promise<string> {
  const press = (name: string) => hands.click(page.getByRole('button', { name, exact: true }));
  await page.goto(setupLink);
  await capture('story-setup');
  await hands.fill('Email', 'olive@blue-cup.example');
  await hands.fill('New password', PASSWORD);
  await hands.press('Enter');
  await page.getByText('Step 1 of 4').waitFor();
  await hands.type('Blue Cup');
  await hands.press('Enter');
  await press('Start from scratch');
  await press('Create API key');
  await page.getByText("Copy it now; you won't see it again").waitFor();
  await press("I've saved it; create a campaign");
  await page.waitForURL(/\/campaigns\/new$/);
  await hands.click(page.getByRole('radio').first());
  await capture('story-new-campaign');
  await press('Save and launch');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await capture('story-launch');
  const answersFor = dialog.getByLabel('I understand and accept responsibility');
  if ((await answersFor.count()) > 0) await hands.click(answersFor);
  await hands.click(dialog.getByRole('button', { name: 'Launch' }));
  await page.getByText('Campaign launched').waitFor();
  return (await page.locator('.share a').getAttribute('href')) as string;
}

/** From the shared link to proof that waits. */
async function submitProof(
  { page, go, capture }: Stage,
  link: string,
  hands: InteractionCounter,
): Promise<void> {
  await go(new URL(link).pathname);
  await capture('story-invitation');
  await hands.fill('Your name', 'Ada Ames');
  await hands.fill('Email', 'ada@people.example');
  await hands.fill('Password', PASSWORD);
  await hands.press('Enter');
  await page.getByRole('heading', { name: 'Submit proof' }).waitFor();
  await hands.choosePicture();
  await page.getByAltText('Preview').waitFor();
  await hands.click(page.getByRole('button', { name: 'Submit proof' }));
  await page.getByText('The business will review your submission').waitFor();
}

/** From an empty installation to the first redeemed reward, by the pages alone. */
export const storyScenes: Scene[] = [
  [
    'story: from the set-up link to the first redeemed reward',
    async ({ binary, openStage }) => {
      const server = await startEmptyServer(binary);
      try {
        const owner = await openStage({ url: server.url });
        const customer = await openStage({ url: server.url, width: 360 });
        const [ownerHands, customerHands] = [new InteractionCounter(owner), new InteractionCounter(customer)];
        const link = await launchFirstCampaign(owner, server.setupLink, ownerHands);
        await submitProof(customer, link, customerHands);
        await ownerHands.click(owner.page.getByRole('link', { name: 'Reviews' }));
        await owner.page.getByRole('heading', { name: 'Submission from' }).waitFor();
        await ownerHands.press('a');
        await owner.page.getByText('Submission approved').waitFor();
        await customer.page.getByText('Show the code when you pay').waitFor();
        await customer.capture('story-code');
        const code = (await customer.page.locator('.code-large').textContent()) ?? '';
        await ownerHands.click(owner.page.getByRole('link', { name: 'Redeem' }));
        await owner.page.locator('#redeem-code:focus').waitFor();
        await ownerHands.type(code);
        await ownerHands.press('Enter');
        await owner.page.getByText(/Take \$[\d.]+ off/).waitFor();
        await owner.capture('story-given');
        printTotals(ownerHands, customerHands);
      } finally {
        await server.stop();
      }
    },
  ],
];

function printTotals(owner: InteractionCounter, customer: InteractionCounter): void {
  const words = ({ clicks, fields }: { clicks: number; fields: number }) =>
    `${clicks} clicks, ${fields} fields`;
  const both = { clicks: owner.clicks + customer.clicks, fields: owner.fields + customer.fields };
  console.log(`story: ${words(both)} from start to the first redeemed reward`);
  console.log(
    `       owner ${words(owner)}; customer ${words(customer)}; Enter and single letters are clicks`,
  );
}
