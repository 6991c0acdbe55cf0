import { readFileSync } from 'node:fs';
import { createApi, OWNER, PASSWORD, startEmptyServer } from './server.ts';
import type { Scene, Stage } from './support.ts';

const TERMS = {
  name: 'A sign for the door',
  platform: 'instagram',
  actionType: 'content',
  actionId: 'instagram-story-mention',
  reward: { type: 'fixed', value: 5 },
  launch: true,
};
const FORMATS = ['a6', 'a5', 'a4', 'tent', 'sticker'];

async function openSign(stage: Stage, query = ''): Promise<void> {
  const { server, signIn, go, page } = stage;
  const { id } = await server.api<{ id: string }>('POST', '/campaigns', TERMS, server.owner);
  await signIn(OWNER);
  await go(`/dashboard/campaigns/${id}/sign${query}`);
  await page.getByRole('img', { name: /^Sign: \$5 off/ }).waitFor();
}

function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** The printable sign of a campaign. */
export const signScenes: Scene[] = [
  [
    'sign: every size prints on exactly one sheet',
    async stage => {
      const { page } = stage;
      await openSign(stage);
      for (const format of FORMATS) {
        await page.goto(`${page.url().split('?')[0]}?format=${format}`);
        await page.getByRole('img', { name: /^Sign: / }).waitFor();
        const pages = countPages(await page.pdf({ preferCSSPageSize: true }));
        if (pages !== 1) throw new Error(`${format} prints on ${pages} sheets`);
      }
      const letter = countPages(await page.pdf({ format: 'Letter' }));
      if (letter !== 1) throw new Error(`Letter prints on ${letter} sheets`);
    },
  ],
  [
    'sign: downloads are a PDF of one page, a PNG and an SVG with the short address',
    async stage => {
      const { page } = stage;
      await openSign(stage, '?format=a6');
      const download = async (name: string) => {
        const saving = page.waitForEvent('download');
        await page.getByRole('button', { name, exact: true }).click();
        return readFileSync(await (await saving).path());
      };
      const pdf = await download('PDF');
      if (!pdf.toString('latin1').startsWith('%PDF-1.4') || countPages(pdf) !== 1)
        throw new Error('The PDF is not a document of one page');
      const png = await download('PNG');
      if (png.readUInt32BE(16) < 900) throw new Error(`The PNG is ${png.readUInt32BE(16)} pixels wide`);
      const svg = (await download('SVG')).toString();
      if (!svg.includes('/c/a-sign-for-the-door')) throw new Error('The SVG lacks the short address');
    },
  ],
  [
    'sign: who set the installation up sets the public address, and the link and the sign use it',
    async ({ openStage, binary }) => {
      const { url, setupLink, stop } = await startEmptyServer(binary);
      try {
        const api = createApi(url);
        const account = { email: OWNER, password: PASSWORD, businessName: 'Blue Cup' };
        const token = new URL(setupLink).searchParams.get('token');
        const setup = { action: 'setup', token, ...account };
        const { accessToken } = await api<{ accessToken: string }>('POST', '/auth', setup);
        const { id } = await api<{ id: string }>('POST', '/campaigns', TERMS, accessToken);
        const { page, go, signIn, capture, expectError } = await openStage({ url });
        expectError(/403/);
        await signIn(OWNER);
        await go(`/dashboard/campaigns/${id}`);
        await page.getByText("Customers can't open this yet").waitFor();
        await capture('share-unreachable');
        const field = page.getByLabel('Public address');
        await field.fill('https://perks.blue-cup.example');
        await page.getByRole('button', { name: 'Save address' }).click();
        await page.getByRole('link', { name: /^https:\/\/perks\.blue-cup\.example\/c\// }).waitFor();
        await page.close();
      } finally {
        await stop();
      }
    },
  ],
];
