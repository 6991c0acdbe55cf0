import { useSignal } from '@preact/signals';
import { api, send } from '../../data/api.ts';
import { PLATFORM_OPTIONS } from '../../data/platforms.ts';
import { useAction } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, NumberField, parseNumber, SelectField, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

interface DialogProps {
  onClose: () => void;
  onAdded: () => void;
}

/** Adds an influencer with one account and an optional price per post. */
export function NewInfluencerDialog({ onClose, onAdded }: DialogProps) {
  const [name, email, handle, followers] = [useSignal(''), useSignal(''), useSignal(''), useSignal('')];
  const [niches, price, notes] = [useSignal(''), useSignal(''), useSignal('')];
  const platform = useSignal<string>('instagram');
  const buildBody = () => {
    const postPrice = parseNumber(price);
    const nicheNames = niches.value
      .split(',')
      .map(niche => niche.trim())
      .filter(Boolean);
    return {
      name: name.value,
      email: email.value,
      platforms: [{ platform: platform.value, handle: handle.value, followers: parseNumber(followers) ?? 0 }],
      rateCard:
        postPrice === undefined
          ? undefined
          : [{ platform: platform.value, format: 'post', price: postPrice }],
      niches: nicheNames.length > 0 ? nicheNames : undefined,
      notes: notes.value || undefined,
      ...tenantParams(),
    };
  };
  const add = useAction(async () => {
    await send(api.influencers.post(buildBody()));
    toast(`${name.value} added`);
    onAdded();
  });
  return (
    <Dialog title="Add influencer" onClose={onClose}>
      <form onSubmit={add.submit}>
        <div class="row">
          <TextField label="Name" value={name} error={add.fieldError('name')} isRequired />
          <TextField label="Email" type="email" value={email} error={add.fieldError('email')} isRequired />
        </div>
        <div class="row">
          <SelectField
            label="Platform"
            value={platform}
            options={PLATFORM_OPTIONS}
            error={add.fieldError('platforms.0.platform')}
            isRequired
          />
          <TextField label="Handle" value={handle} error={add.fieldError('platforms.0.handle')} isRequired />
        </div>
        <div class="row">
          <NumberField
            label="Followers"
            value={followers}
            error={add.fieldError('platforms.0.followers')}
            isRequired
          />
          <MoneyField label="Price per post" value={price} error={add.fieldError('rateCard.0.price')} />
        </div>
        <TextField
          label="Niches"
          hint="Separate with commas."
          placeholder="coffee, food"
          value={niches}
          error={add.fieldError('niches')}
        />
        <TextField label="Notes" value={notes} error={add.fieldError('notes')} />
        <FormError error={add.error.value} />
        <footer>
          <ShowCodeButton operation="createInfluencer" values={buildBody()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={add.isBusy}>
            Add influencer
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
