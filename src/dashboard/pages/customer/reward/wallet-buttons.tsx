import type { NewPass } from '../../../../passes/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { rewards as t } from '../../../messages/rewards/index.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/states.tsx';

type Subject = Omit<NewPass, 'platform'>;

/** Adds a member card or a reward to the wallet of the phone; empty if the shop has set up none. */
export default function WalletButtons({ subject }: { subject: Subject }) {
  const options = useRead(api.passes.get, subject);
  const platforms = options.data.value?.platforms ?? [];
  if (platforms.length === 0) return null;
  return (
    <div class="actions">
      {platforms.map(platform => (
        <WalletButton key={platform} platform={platform} subject={subject} />
      ))}
    </div>
  );
}

function WalletButton({ platform, subject }: { platform: NewPass['platform']; subject: Subject }) {
  const add = useAction(async () => {
    const { url } = await send(api.passes.post({ ...subject, platform }));
    location.assign(url);
  });
  return (
    <>
      <Button onClick={add.run} busy={add.isBusy}>
        {platform === 'google' ? t.googleWallet : t.appleWallet}
      </Button>
      <FormError error={add.error.value} />
    </>
  );
}
