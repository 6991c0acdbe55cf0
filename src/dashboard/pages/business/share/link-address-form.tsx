import { useSignal } from '@preact/signals';
import type { PublicAddress } from '../../../../installation/model.ts';
import { api, send } from '../../../data/api.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { publicAddress as t } from '../../../messages/publicAddress/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

/** Sets the address of links, loaded only while customers can't open them. */
export default function LinkAddressForm({ address }: { address: Resource<PublicAddress> }) {
  const url = useSignal('');
  const save = useAction(async () => {
    address.set(await send(api['public-address'].put({ url: url.value })));
    toast(t.saved);
  });
  return (
    <form class="stack" onSubmit={save.submit}>
      <TextField
        label={t.title}
        type="url"
        placeholder="https://perks.your-shop.com"
        value={url}
        error={save.fieldError('url')}
        isRequired
      />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" busy={save.isBusy}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}
