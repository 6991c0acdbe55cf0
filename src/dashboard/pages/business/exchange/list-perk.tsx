import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { fromLocalInput } from '../../../data/local-time.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { exchange as t } from '../../../messages/exchange/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { MoneyField, NumberField, parseNumber, TextField } from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
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
  });
  const of = (field: string) => list.fieldError(`perk.${field}`);
  return (
    <Dialog title={t.listPerk} onClose={onClose}>
      <form onSubmit={list.submit}>
        <TextField
          label={t.perkName}
          placeholder={t.perkPlaceholder}
          value={name}
          error={of('name')}
          isRequired
        />
        <TextField label={t.description} value={description} error={of('description')} />
        <div class="row">
          <MoneyField label={t.regularPrice} value={faceValue} error={of('faceValue')} isRequired />
          <NumberField label={t.quantity} value={supply} error={of('supply')} isRequired />
        </div>
        <div class="row">
          <MoneyField label={t.yourPrice} hint={t.yourPriceHint} value={price} error={of('listPrice')} />
          <TextField label={t.validUntil} type="date" value={until} error={of('expiresAt')} />
        </div>
        <p class="hint">{t.honor}</p>
        <FormError error={list.error.value} />
        <footer>
          <ShowCodeButton operation="enrollOnExchange" values={buildBody()} />
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" kind="primary" busy={list.isBusy}>
            {t.listPerk}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
