import type { Campaign as CampaignRecord } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatDateTime, formatLabel, formatNumber, formatReward, plural } from '../../data/format.ts';
import { getCachedName, useNames } from '../../data/name-cache.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CopyButton, DetailList, PageHead } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { RegisterForm } from '../register-form.tsx';
import { SubmissionRow } from './submission-row.tsx';
import { SubmitForm } from './submit-form.tsx';

/** A campaign's public page: what to do, the reward, and the submission form. */
export default function Campaign({ params }: PageProps) {
  const { id = '' } = params;
  return caller.value ? <CampaignView id={id} /> : <Invitation />;
}

/** Campaigns require an account; after sign-up the visitor sees the campaign right away. */
function Invitation() {
  const next = encodeURIComponent(location.pathname);
  return (
    <div class="narrow">
      <PageHead
        title="You're invited to earn a reward"
        intro="Earn a reward for posting about this business. Sign up, follow the steps, submit your proof, and get a code."
      />
      <RegisterForm as="customer" />
      <p>
        Already have an account? <a href={`/login?next=${next}`}>Log in</a>
      </p>
    </div>
  );
}

function CampaignView({ id }: { id: string }) {
  useNames();
  const record = useResource(abort => send(api.campaigns({ id }).get(abort)), [id]);
  if (record.error.value?.status === 404)
    return (
      <EmptyState icon="megaphone" title="This campaign has ended or the link is incorrect">
        <ButtonLink href="/" kind="primary">
          Browse open campaigns
        </ButtonLink>
      </EmptyState>
    );
  return (
    <Loaded resource={record} lines={8}>
      {campaign => (
        <>
          <PageHead
            title={campaign.name}
            intro={getCachedName(campaign.businessId) ?? campaign.description}
            back={{ href: '/', label: 'Campaigns' }}
          />
          <div class="columns-wide">
            <CampaignSteps campaign={campaign} />
            <Participation campaign={campaign} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function CampaignSteps({ campaign }: { campaign: CampaignRecord }) {
  const { requirements, disclosure, reward, limits, startsAt, endsAt } = campaign;
  const tags = requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ');
  const facts: Parameters<typeof DetailList>[0]['items'] = [
    ['What to do', `${formatLabel(campaign.platform)} · ${formatLabel(campaign.actionType)}`],
    ['Ends', endsAt ? formatDateTime(endsAt) : 'No end date'],
    ['Per customer', limits.perUser === 1 ? 'Once' : `Up to ${limits.perUser} times`],
    ['Reward valid for', plural(reward.expiresInDays, 'day')],
  ];
  if (requirements.minFollowers > 0)
    facts.push(['Minimum followers', formatNumber(requirements.minFollowers)]);
  if (startsAt && Date.parse(startsAt) > Date.now())
    facts.push(['Starts', <RelativeTime key="start" at={startsAt} />]);
  return (
    <Card>
      <p class="reward-amount">
        <span class="hint">You get</span> {formatReward(reward)}
      </p>
      {campaign.description && <p>{campaign.description}</p>}
      {campaign.instructions && <p class="prose">{campaign.instructions}</p>}
      <DetailList items={facts} />
      {tags && <CopyableText label="Required hashtags" text={tags} />}
      {disclosure.text && (
        <CopyableText
          label={disclosure.required ? 'Required disclosure: include this text' : 'Suggested disclosure'}
          text={disclosure.text}
        />
      )}
    </Card>
  );
}

function CopyableText({ label, text }: { label: string; text: string }) {
  return (
    <div class="copyable">
      <p class="hint">{label}</p>
      <p>{text}</p>
      <CopyButton text={text} />
    </div>
  );
}

/** The customer's submissions and, while the limit per customer is not reached, the form. */
function Participation({ campaign }: { campaign: CampaignRecord }) {
  const { id: campaignId, limits } = campaign;
  const isCustomer = caller.value?.user.role === 'customer';
  const submissions = useResource(
    async abort =>
      isCustomer
        ? (await send(api.submissions.get({ query: { campaignId, page: 1, perPage: 100 }, ...abort }))).items
        : [],
    [campaignId],
  );
  if (!isCustomer)
    return (
      <Card title="Submit proof">
        <p>Customers submit proof here. You're logged in to a business account.</p>
        <ButtonLink href={`/dashboard/campaigns/${campaignId}`}>Open in dashboard</ButtonLink>
      </Card>
    );
  return (
    <Loaded resource={submissions} lines={6}>
      {items => {
        const used = items.filter(({ status }) => status !== 'rejected').length;
        return (
          <div class="stack">
            {items.length > 0 && (
              <Card title="Your submissions">
                <ul class="rows">
                  {items.map(item => (
                    <SubmissionRow key={item.id} submission={item} />
                  ))}
                </ul>
              </Card>
            )}
            <Card title="Submit proof">
              {used >= limits.perUser ? (
                <LimitReached />
              ) : campaign.state === 'active' ? (
                <SubmitForm
                  operation="createSubmission"
                  target={{ campaignId }}
                  onSubmit={proof => send(api.submissions.post({ campaignId, ...proof }))}
                  hasAccountField
                  hasFollowersField={campaign.requirements.minFollowers > 0}
                  hasOrderValueField={campaign.programId !== null}
                />
              ) : (
                <p>This campaign isn't accepting submissions right now.</p>
              )}
            </Card>
          </div>
        );
      }}
    </Loaded>
  );
}

function LimitReached() {
  return (
    <>
      <p>You've reached this campaign's limit per customer.</p>
      <ButtonLink href="/">Browse other campaigns</ButtonLink>
    </>
  );
}
