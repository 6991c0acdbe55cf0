import { formatLastDay, formatReward } from '../../../data/format.ts';
import { fromLocalInput } from '../../../data/local-time.ts';
import { caller } from '../../../data/session.ts';
import { campaignForm as t } from '../../../messages/campaignForm/index.ts';
import { formatText } from '../../../messages/text.ts';
import { type CampaignForm, parseHashtags } from './campaign-form.ts';

/** Shows what customers see of the campaign while its form is filled in. */
export function CampaignPreview({ form }: { form: CampaignForm }) {
  const { action, name, description, instructions, disclosure, hashtags, endsAt } = form;
  const { reward } = form.body();
  const shop = caller.value?.business?.name ?? t.yourShop;
  const terms = {
    type: reward.type,
    value: reward.value ?? 0,
    name: reward.name,
    maxAmount: reward.maxAmount,
  };
  const hasReward = reward.type === 'item' ? !!reward.name : (reward.value ?? 0) > 0;
  const tags = parseHashtags(hashtags.value).map(tag => `#${tag.replace(/^#/, '')}`);
  const ends = fromLocalInput(endsAt.value, 'end');
  return (
    <aside class="campaign-preview" aria-label={t.previewLabel}>
      <p class="hint">{t.customersSee}</p>
      <div class="preview-page">
        <p class="hint">{shop}</p>
        <p class="preview-reward">{hasReward ? formatReward(terms) : t.yourReward}</p>
        <h3>{name.value || t.yourName}</h3>
        {description.value && <p>{description.value}</p>}
        <ol>
          <li>{action.value ? `${action.value.name}. ${action.value.description}` : t.yourAction}</li>
          {instructions.value && <li>{instructions.value}</li>}
          {(tags.length > 0 || disclosure.value) && (
            <li>{formatText(t.include, { words: [...tags, disclosure.value].filter(Boolean).join(' ') })}</li>
          )}
          <li>{t.sendProof}</li>
          <li>{formatText(t.showCodeAt, { shop })}</li>
        </ol>
        {ends && <p class="hint">{formatText(t.until, { date: formatLastDay(ends) })}</p>}
      </div>
    </aside>
  );
}
