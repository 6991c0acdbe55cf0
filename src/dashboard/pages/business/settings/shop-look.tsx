import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Business } from '../../../../businesses/model.ts';
import { api, send } from '../../../data/api.ts';
import { clearDraft, useDraft } from '../../../data/draft.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { uploadFile } from '../../../data/upload.ts';
import { findUploadProblem, formatMegabytes, MAX_UPLOAD_BYTES } from '../../../data/upload-limits.ts';
import { look as t } from '../../../messages/look/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';

void import('../../../ui/owner-style.ts');

const LOGO_TYPES = 'image/png,image/jpeg,image/webp,image/gif';
/** Shown until a color is chosen: the accent of the pages. */
const DEFAULT_COLOR = '#0a7d52';
/** Platforms whose accounts customers mention most. */
const PLATFORMS = [
  ['instagram', 'Instagram'],
  ['tiktok', 'TikTok'],
  ['facebook', 'Facebook'],
] as const;

interface ShopLookProps {
  business: Business;
  saveLabel: string;
  onSaved: (saved: Business) => void;
  /** Name under which typed values are kept over a reload. */
  draft?: string;
  /** Further buttons. */
  children?: ComponentChildren;
}

/** Logo, accent color and account names of a shop, as its customers see them. */
export function ShopLookForm({ business, saveLabel, onSaved, draft, children }: ShopLookProps) {
  const logo = useSignal<File | undefined>(undefined);
  const logoProblem = useSignal<string | undefined>(undefined);
  const color = useSignal(business.accentColor ?? '');
  const accounts = PLATFORMS.map(([platform, label]) => ({
    platform,
    label,
    handle: useSignal(business.handles[platform] ?? ''),
  }));
  useDraft(draft, {
    color,
    ...Object.fromEntries(accounts.map(({ platform, handle }) => [platform, handle])),
  });
  const save = useAction(async () => {
    const uploaded = logo.value && (await uploadFile(logo.value, () => {}));
    const handles = { ...business.handles };
    for (const { platform, handle } of accounts) {
      const name = handle.value.trim().replace(/^@/, '');
      if (name === '') delete handles[platform];
      else handles[platform] = name;
    }
    const change = {
      handles,
      accentColor: color.value || null,
      ...(uploaded && { logoUploadId: uploaded.id }),
      ...tenantParams(),
    };
    const saved = await send(api.business.put(change));
    if (draft !== undefined) clearDraft(draft);
    onSaved(saved);
  });
  return (
    <Form action={save}>
      <LogoField
        business={business}
        file={logo}
        error={logoProblem.value}
        onChoose={file => {
          const problem = describeProblem(file);
          logoProblem.value = problem;
          logo.value = problem ? undefined : file;
        }}
      />
      <ColorField value={color} />
      <div class="row">
        {accounts.map(({ platform, label, handle }) => (
          <TextField
            key={platform}
            label={label}
            placeholder={t.handlePlaceholder}
            value={handle}
            name={`handles.${platform}`}
          />
        ))}
      </div>
      <FormActions label={saveLabel} isDisabled={logoProblem.value !== undefined}>
        {children}
      </FormActions>
    </Form>
  );
}

/** Says why a file can't be the logo, to show after its label. */
function describeProblem(file: File): string | undefined {
  const problem = findUploadProblem(file);
  if (problem === 'size')
    return formatText(t.fileTooLarge, {
      size: formatMegabytes(file.size),
      limit: formatMegabytes(MAX_UPLOAD_BYTES),
    });
  return problem && { type: t.fileType, empty: t.fileEmpty }[problem];
}

interface LogoProps {
  business: Business;
  file: Signal<File | undefined>;
  error: string | undefined;
  onChoose: (file: File) => void;
}

function LogoField({ business, file, error, onChoose }: LogoProps) {
  const preview = useSignal<string | undefined>(undefined);
  useEffect(() => {
    if (!file.value) return;
    const url = URL.createObjectURL(file.value);
    preview.value = url;
    return () => URL.revokeObjectURL(url);
  }, [file.value]);
  const stored = business.logoUploadId
    ? `/api/v1/shops/${business.slug}/logo?v=${business.logoUploadId}`
    : undefined;
  const shown = preview.value ?? stored;
  return (
    <Field name="logoUploadId" label={t.logo} hint={t.logoHint} error={error}>
      {({ id, ...control }) => (
        <div class="logo-field">
          {shown ? <img src={shown} alt={t.yourLogo} /> : <Icon name={SHOP_ICONS.image} />}
          <input
            {...control}
            id={id}
            class="visually-hidden"
            type="file"
            accept={LOGO_TYPES}
            onChange={event => {
              const chosen = event.currentTarget.files?.[0];
              if (chosen) onChoose(chosen);
            }}
          />
          <label class="button" for={id}>
            {shown ? t.chooseOther : t.choose}
          </label>
        </div>
      )}
    </Field>
  );
}

function ColorField({ value }: { value: Signal<string> }) {
  return (
    <Field name="accentColor" label={t.color} hint={t.colorHint}>
      {control => (
        <span class="color-field">
          <input
            {...control}
            type="color"
            value={value.value || DEFAULT_COLOR}
            onInput={event => {
              value.value = event.currentTarget.value;
            }}
          />
          {value.value === '' ? (
            <span class="hint">{t.defaultColor}</span>
          ) : (
            <Button
              kind="quiet"
              isSmall
              onClick={() => {
                value.value = '';
              }}
            >
              {t.useDefault}
            </Button>
          )}
        </span>
      )}
    </Field>
  );
}
