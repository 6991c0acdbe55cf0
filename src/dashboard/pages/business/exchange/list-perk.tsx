import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { fromLocalInput } from '../../../data/local-time.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { exchange as t } from '../../../messages/exchange/index.ts';
import { formatText } from '../../../messages/text.ts';
import { MoneyField, NumberField, parseNumber, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast.tsx';

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
    toast(formatText(t.listed, { name: name.value }));
    onListed();
    onClose();
  });
  return (
    <FormDialog
      title={t.listPerk}
      submitLabel={t.listPerk}
      action={list}
      call={{ operation: 'enrollOnExchange', values: buildBody() }}
      onClose={onClose}
    >
      <TextField
        label={t.perkName}
        placeholder={t.perkPlaceholder}
        value={name}
        name="perk.name"
        isRequired
      />
      <TextField label={t.description} value={description} name="perk.description" />
      <div class="row">
        <MoneyField label={t.regularPrice} value={faceValue} name="perk.faceValue" isRequired />
        <NumberField label={t.quantity} value={supply} name="perk.supply" isRequired />
      </div>
      <div class="row">
        <MoneyField label={t.yourPrice} hint={t.yourPriceHint} value={price} name="perk.listPrice" />
        <TextField label={t.validUntil} type="date" value={until} name="perk.expiresAt" />
      </div>
      <p class="hint">{t.honor}</p>
    </FormDialog>
  );
}
