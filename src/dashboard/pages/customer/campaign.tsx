import type { Campaign as CampaignRecord } from '../../../campaigns/model.ts';
import { api, send } from '../../data/api.ts';
import { formatReward, formatTime, formatWord } from '../../data/format.ts';
import { nameOf, useNames } from '../../data/name-cache.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, CopyButton, DetailList, PageHead } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { RegisterForm } from '../register-form.tsx';
import { SubmissionRow } from './submission-row.tsx';
import { SubmitForm } from './submit-form.tsx';

/** What a link of a business leads to: what to do and what for, and below it the form. */
export default function Campaign({ params }: PageProps) {
  const { id = '' } = params;
  return caller.value ? <Offer id={id} /> : <Invitation />;
}

/** Campaigns are for people with an account: whoever makes one here stands before the offer at once. */
function Invitation() {
  const next = encodeURIComponent(location.pathname);
  return (
    <div class="narrow">
      <PageHead
        title="You are invited to earn a reward"
        intro="Earn a reward for posting about this business. Sign up, follow the steps, submit your proof, and get a code."
      />
      <RegisterForm as="customer" />
      <p>
        Registered already? <a href={`/login?next=${next}`}>Log in</a> and come back here.
      </p>
    </div>
  );
}

function Offer({ id }: { id: string }) {
  useNames();
  const record = useResource(abort => send(api.campaigns({ id }).get(abort)), [id]);
  if (record.error.value?.status === 404)
    return (
      <Empty icon="megaphone" title="This campaign is over, or the link is wrong">
        <ButtonLink href="/" kind="primary">
          See what is open now
        </ButtonLink>
      </Empty>
    );
  return (
    <Loaded resource={record} lines={8}>
      {campaign => (
        <>
          <PageHead
            title={campaign.name}
            intro={nameOf(campaign.businessId) ?? campaign.description}
            back={{ href: '/', label: 'Campaigns' }}
          />
          <div class="columns-wide">
            <ToDo campaign={campaign} />
            <Part campaign={campaign} />
          </div>
        </>
      )}
    </Loaded>
  );
}

function ToDo({ campaign }: { campaign: CampaignRecord }) {
  const { requirements, disclosure, reward, limits, startsAt, endsAt } = campaign;
  const tags = requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ');
  const facts: Parameters<typeof DetailList>[0]['items'] = [
    ['What to do', `${formatWord(campaign.platform)} · ${formatWord(campaign.actionType)}`],
    ['Until', endsAt ? formatTime(endsAt) : 'the business ends it'],
    ['You can take part', limits.perUser === 1 ? 'once' : `up to ${limits.perUser} times`],
    ['Your code is good for', `${reward.expiresInDays} days`],
  ];
  if (requirements.minFollowers > 0)
    facts.push(['You need', `${requirements.minFollowers} followers or more`]);
  if (startsAt && Date.parse(startsAt) > Date.now())
    facts.push(['Starts', <RelativeTime key="start" at={startsAt} />]);
  return (
    <Card>
      <p class="prize">
        <span class="hint">You get</span> {formatReward(reward)}
      </p>
      {campaign.description && <p>{campaign.description}</p>}
      {campaign.instructions && <p class="prose">{campaign.instructions}</p>}
      <DetailList items={facts} />
      {tags && <Copied label="Hashtags to use" text={tags} />}
      {disclosure.text && (
        <Copied
          label={disclosure.required ? 'Say that you are rewarded, in these words' : 'You may say'}
          text={disclosure.text}
        />
      )}
    </Card>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  return (
    <div class="to-copy">
      <p class="hint">{label}</p>
      <p>{text}</p>
      <CopyButton text={text} />
    </div>
  );
}

/** How far this customer is with it, and the form as long as there is more to get. */
function Part({ campaign }: { campaign: CampaignRecord }) {
  const { id: campaignId, limits } = campaign;
  const isCustomer = caller.value?.user.role === 'customer';
  const own = useResource(
    async abort =>
      isCustomer
        ? (await send(api.submissions.get({ query: { campaignId, page: 1, perPage: 100 }, ...abort }))).items
        : [],
    [campaignId],
  );
  if (!isCustomer)
    return (
      <Card title="Show that you did it">
        <p>Customers send their proof here. You are logged in for a business.</p>
        <ButtonLink href={`/dashboard/campaigns/${campaignId}`}>Open it in the dashboard</ButtonLink>
      </Card>
    );
  return (
    <Loaded resource={own} lines={6}>
      {items => {
        const taken = items.filter(({ status }) => status !== 'rejected').length;
        return (
          <div class="stack">
            {items.length > 0 && (
              <Card title="What you sent">
                <ul class="rows">
                  {items.map(item => (
                    <SubmissionRow key={item.id} submission={item} />
                  ))}
                </ul>
              </Card>
            )}
            <Card title="Show that you did it">
              {taken >= limits.perUser ? (
                <Done />
              ) : campaign.state === 'active' ? (
                <SubmitForm
                  operation="createSubmission"
                  target={{ campaignId }}
                  onSubmit={proof => send(api.submissions.post({ campaignId, ...proof }))}
                  asksAccount
                  asksFollowers={campaign.requirements.minFollowers > 0}
                  asksOrderValue={campaign.programId !== null}
                />
              ) : (
                <p>This campaign takes no proof at the moment.</p>
              )}
            </Card>
          </div>
        );
      }}
    </Loaded>
  );
}

function Done() {
  return (
    <>
      <p>You have taken part as often as this campaign allows.</p>
      <ButtonLink href="/">See other campaigns</ButtonLink>
    </>
  );
}
