import { useSignal } from '@preact/signals';
import { api, send } from '../../data/api.ts';
import { fromLocalInput } from '../../data/local-time.ts';
import { useAction } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, NumberField, parseNumber, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

/** Lists a perk, making the business an issuer if it isn't one yet. */
export function ListPerkDialog({ onClose, onListed }: { onClose: () => void; onListed: () => void }) {
  const [name, faceValue, supply, price] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];
  const [description, until] = [useSignal(''), useSignal('')];
  const buildBody = () => ({
    role: 'issuer' as const,
    perk: {
      name: name.value,
      description: description.value || undefined,
      faceValue: parseNumber(faceValue) ?? 0,
      supply: parseNumber(supply) ?? 0,
      listPrice: parseNumber(price),
      expiresAt: fromLocalInput(until.value, 'end') ?? undefined,
    },
    ...tenantParams(),
  });
  const list = useAction(async () => {
    await send(api.exchange.enroll.post(buildBody()));
    toast(`${name.value} listed`);
    onListed();
  });
  const of = (field: string) => list.fieldError(`perk.${field}`);
  return (
    <Dialog title="List a perk" onClose={onClose}>
      <form onSubmit={list.submit}>
        <TextField label="Perk name" placeholder="A coffee" value={name} error={of('name')} isRequired />
        <TextField label="Description" value={description} error={of('description')} />
        <div class="row">
          <MoneyField label="Regular price" value={faceValue} error={of('faceValue')} isRequired />
          <NumberField label="Quantity" value={supply} error={of('supply')} isRequired />
        </div>
        <div class="row">
          <MoneyField
            label="Your price"
            hint="What customers pay now. Leave empty to set it later."
            value={price}
            error={of('listPrice')}
          />
          <TextField label="Valid until" type="date" value={until} error={of('expiresAt')} />
        </div>
        <p class="hint">You must honor every perk that you sell.</p>
        <FormError error={list.error.value} />
        <footer>
          <ShowCodeButton operation="enrollOnExchange" values={buildBody()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={list.isBusy}>
            List a perk
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
