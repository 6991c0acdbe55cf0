import { useSignal } from '@preact/signals';
import { api, send } from '../../data/api.ts';
import { useAction } from '../../data/resource.ts';
import { tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, NumberField, numberOf, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

/** Makes the business an issuer, if it is not one yet, and lists a perk. */
export function ListPerkDialog({ onClose, onListed }: { onClose: () => void; onListed: () => void }) {
  const [name, worth, supply, price] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];
  const [description, until] = [useSignal(''), useSignal('')];
  const bodyOf = () => ({
    role: 'issuer' as const,
    perk: {
      name: name.value,
      description: description.value || undefined,
      faceValue: numberOf(worth) ?? 0,
      supply: numberOf(supply) ?? 0,
      listPrice: numberOf(price),
      expiresAt: until.value ? new Date(`${until.value}T23:59:59`).toISOString() : undefined,
    },
    ...tenant(),
  });
  const list = useAction(async () => {
    await send(api.exchange.enroll.post(bodyOf()));
    toast(`${name.value} is listed`);
    onListed();
  });
  const of = (field: string) => list.of(`perk.${field}`);
  return (
    <Dialog title="List a perk" onClose={onClose}>
      <form onSubmit={list.submit}>
        <TextField
          label="What one unit is"
          placeholder="A coffee"
          value={name}
          error={of('name')}
          isRequired
        />
        <TextField label="Description" value={description} error={of('description')} />
        <div class="row">
          <MoneyField label="Worth at your shop" value={worth} error={of('faceValue')} isRequired />
          <NumberField label="How many" value={supply} error={of('supply')} isRequired />
        </div>
        <div class="row">
          <MoneyField
            label="Offer all of them at"
            hint="A unit. Empty: you place orders later."
            value={price}
            error={of('listPrice')}
          />
          <TextField label="Last day" type="date" value={until} error={of('expiresAt')} />
        </div>
        <p class="hint">You must honor every unit you sell.</p>
        <FormError error={list.error.value} />
        <footer>
          <AsCode operation="enrollOnExchange" values={bodyOf()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={list.isBusy}>
            List perk
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
