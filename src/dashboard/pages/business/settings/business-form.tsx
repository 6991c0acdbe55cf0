import { useSignal } from '@preact/signals';
import type { Business } from '../../../../businesses/model.ts';
import { DEFAULT_CURRENCY } from '../../../../platform/currency-digits.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { setShop, tenantParams } from '../../../data/session.ts';
import { settings as t } from '../../../messages/settings/index.ts';
import { Card } from '../../../ui/components.tsx';
import {
  CheckboxField,
  NumberField,
  parseNumber,
  RATE_DIGITS,
  SelectField,
  TextField,
  toNumberText,
} from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import CountryField from './country-field.tsx';
import CurrencyFields from './currency-fields.tsx';
import { LocaleField, ZoneField } from './zone-fields.tsx';

interface FormProps {
  business: Business;
  onSaved: (saved: Business) => void;
}

/** Edits the name, industry, place, language and currency of a business, and its rules for reviews and refunds. */
export default function BusinessForm({ business, onSaved }: FormProps) {
  const name = useSignal(business.name);
  const industry = useSignal(business.industry ?? '');
  const website = useSignal(business.website ?? '');
  const country = useSignal(business.country ?? '');
  const [zone, locale] = [useSignal(business.timeZone), useSignal(business.locale)];
  const currency = useSignal(business.currency);
  const usdRate = useSignal(toNumberText(business.usdRate));
  const guard = useSignal<string>(business.policyGuard);
  const requiresReason = useSignal(business.requireRejectReason);
  const reinstateHours = useSignal(toNumberText(business.reinstateWindowHours));
  const refundDays = useSignal(toNumberText(business.refundWindowDays));
  const buildBody = () => ({
    name: name.value,
    industry: industry.value || null,
    website: website.value || null,
    country: country.value || null,
    timeZone: zone.value,
    locale: locale.value,
    currency: currency.value,
    ...(currency.value !== DEFAULT_CURRENCY && { usdRate: parseNumber(usdRate, RATE_DIGITS) ?? null }),
    policyGuard: guard.value === 'block' ? ('block' as const) : ('warn' as const),
    requireRejectReason: requiresReason.value,
    reinstateWindowHours: parseNumber(reinstateHours),
    refundWindowDays: parseNumber(refundDays),
    ...tenantParams(),
  });
  const save = useAction(async () => {
    const saved = await send(api.business.put(buildBody()));
    zone.value = saved.timeZone;
    setShop(saved);
    onSaved(saved);
    toast(t.saved);
  });
  return (
    <Form action={save}>
      <Card title={t.labels.business}>
        <div class="row">
          <TextField label={t.name} value={name} name="name" isRequired />
          <TextField label={t.website} type="url" value={website} name="website" />
        </div>
        <div class="row">
          <TextField label={t.industry} hint={t.industryHint} value={industry} name="industry" />
          <CountryField value={country} />
        </div>
        <div class="row">
          <ZoneField value={zone} />
          <LocaleField value={locale} />
        </div>
      </Card>
      <CurrencyFields currency={currency} usdRate={usdRate} />
      <Card title={t.rules}>
        <SelectField
          label={t.guard}
          hint={t.guardHint}
          value={guard}
          options={[
            { value: 'warn', label: t.guardWarn },
            { value: 'block', label: t.guardBlock },
          ]}
          name="policyGuard"
          isRequired
        />
        <div class="row">
          <NumberField
            label={t.reinstateHours}
            hint={t.reinstateHint}
            value={reinstateHours}
            name="reinstateWindowHours"
            isRequired
          />
          <NumberField
            label={t.refundDays}
            hint={t.refundHint}
            value={refundDays}
            name="refundWindowDays"
            isRequired
          />
        </div>
        <CheckboxField value={requiresReason} label={t.requireReason} hint={t.requireReasonHint} />
      </Card>
      <div class="save-bar">
        <FormError error={save.error.value} />
        <SubmitButton>{t.save}</SubmitButton>
        <ShowCodeButton operation="updateBusiness" values={buildBody()} />
      </div>
    </Form>
  );
}
