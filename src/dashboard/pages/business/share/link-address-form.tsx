import { useSignal } from '@preact/signals';
import type { PublicAddress } from '../../../../installation/model.ts';
import { api, send } from '../../../data/api.ts';
import { type Resource, useAction } from '../../../data/resource.ts';
import { publicAddress as t } from '../../../messages/publicAddress/index.ts';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
import { completeAddress } from './complete-address.ts';

/** Sets the address of links, loaded only while customers can't open them. */
export default function LinkAddressForm({ address }: { address: Resource<PublicAddress> }) {
  const url = useSignal('');
  const save = useAction(async () => {
    address.set(await send(api['public-address'].put({ url: completeAddress(url.value) })));
    toast(t.saved);
  });
  return (
    <Form class="stack" action={save}>
      <TextField
        label={t.title}
        inputMode="url"
        placeholder="https://perks.your-shop.com"
        value={url}
        name="url"
        isRequired
      />
      <FormActions label={t.save} kind="plain" />
    </Form>
  );
}
