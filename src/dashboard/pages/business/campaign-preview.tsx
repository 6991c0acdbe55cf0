import { formatLastDay, formatReward } from '../../data/format.ts';
import { fromLocalInput } from '../../data/local-time.ts';
import { caller } from '../../data/session.ts';
import { type CampaignForm, parseHashtags } from './campaign-form.ts';

/** Shows what customers see of the campaign while its form is filled in. */
export function CampaignPreview({ form }: { form: CampaignForm }) {
  const { action, name, description, instructions, disclosure, hashtags, endsAt } = form;
  const { reward } = form.body();
  const shop = caller.value?.business?.name ?? 'Your shop';
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
    <aside class="campaign-preview" aria-label="Preview for customers">
      <p class="hint">Customers see</p>
      <div class="preview-page">
        <p class="hint">{shop}</p>
        <p class="preview-reward">{hasReward ? formatReward(terms) : 'Your reward'}</p>
        <h3>{name.value || 'Name of the campaign'}</h3>
        {description.value && <p>{description.value}</p>}
        <ol>
          <li>{action.value ? `${action.value.name}. ${action.value.description}` : 'What customers do'}</li>
          {instructions.value && <li>{instructions.value}</li>}
          {(tags.length > 0 || disclosure.value) && (
            <li>Include {[...tags, disclosure.value].filter(Boolean).join(' ')}</li>
          )}
          <li>Send a link or a screenshot</li>
          <li>Show the code at {shop}</li>
        </ol>
        {ends && <p class="hint">Until {formatLastDay(ends)}</p>}
      </div>
    </aside>
  );
}
