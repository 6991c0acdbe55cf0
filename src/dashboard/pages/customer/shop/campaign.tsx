import { useEffect } from 'preact/hooks';
import type { CampaignLink } from '../../../../shops/model.ts';
import type { Submission } from '../../../../submissions/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate, formatLastDay } from '../../../data/format.ts';
import { type Resource, useRead, useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { caller } from '../../../data/session.ts';
import { offer as t } from '../../../messages/offer/index.ts';
import { formatText, IN_LANGUAGE } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import {
  addTask,
  CopyRow,
  describeTask,
  formatOffer,
  getStepTitle,
  HandleRow,
  OfferList,
  ShopPage,
  useTitle,
} from '../shared/shop-parts.tsx';

const FORM_ID = 'send';

/** Only for people who have taken part before. */
const SubmissionRow = lazyComponent(async () => ({
  default: (await import('../submission/submission-row.tsx')).SubmissionRow,
}));
const SubmitForm = lazyComponent(async () => ({
  default: (await import('../submission/submit-form.tsx')).SubmitForm,
}));
/** Only for links that lead to no open offer. */
const OtherShops = lazyComponent(async () => ({ default: (await import('./shop-list.tsx')).OtherShops }));

/** A campaign's public page: reward, task and steps first, then the form, and the account last. */
export default function CampaignPage({ params }: PageProps) {
  const { slug = params.id ?? '' } = params;
  const link = useRead(api.links({ slug }).get, IN_LANGUAGE);
  const data = link.data.value;
  useTitle(data && formatText(t.offerAt, { offer: formatOffer(data.campaign.reward), shop: data.shop.name }));
  useEffect(() => {
    // Replaces an ID by the short name, which is what a customer may share.
    if (data && location.pathname !== `/c/${data.slug}`) history.replaceState(null, '', `/c/${data.slug}`);
  }, [data]);
  if (link.error.value?.status === 404)
    return (
      <ShopPage>
        <EmptyState icon={SHOP_ICONS.gift} title={t.noLink}>
          <p>{t.noLinkHow}</p>
        </EmptyState>
        <OtherShops />
      </ShopPage>
    );
  return (
    <ShopPage {...(data && { shop: data.shop })}>
      <Loaded resource={link} lines={8}>
        {found => (found.state === 'open' ? <OpenOffer link={found} /> : <ClosedOffer link={found} />)}
      </Loaded>
    </ShopPage>
  );
}

/** Says why a campaign accepts no submissions, and offers the shop's open ones. */
function ClosedOffer({ link }: { link: CampaignLink }) {
  const { campaign, shop, offers, state } = link;
  if (state === 'open') return null;
  const starts =
    state === 'scheduled' && campaign.startsAt
      ? ` ${formatText(t.startsOn, { date: formatDate(campaign.startsAt, shop.timeZone) })}`
      : '';
  return (
    <>
      <PageHead
        title={t.closed[state]}
        intro={`${campaign.name}: ${formatOffer(campaign.reward)}.${starts}`}
      />
      {offers.length > 0 ? (
        <section>
          <h2>{formatText(t.otherOffers, { shop: shop.name, count: offers.length })}</h2>
          <OfferList offers={offers} shop={shop} />
        </section>
      ) : (
        <>
          <EmptyState icon={SHOP_ICONS.gift} title={formatText(t.noOtherOffers, { shop: shop.name })}>
            <p>{t.newOffers}</p>
            <ButtonLink href={`/s/${shop.slug}`}>{formatText(t.seePage, { shop: shop.name })}</ButtonLink>
          </EmptyState>
          <OtherShops />
        </>
      )}
    </>
  );
}

function OpenOffer({ link }: { link: CampaignLink }) {
  const { campaign, shop } = link;
  const submissions = useOwnSubmissions(campaign.id);
  const terms = listTerms(link);
  const words = campaign.description ?? shop.invitationText;
  return (
    <>
      <div class="offer-head">
        <PageHead title={campaign.name} />
        <p class="offer-reward">{formatOffer(campaign.reward)}</p>
        <p class="prose">{words ?? addTask(campaign, shop.name)}</p>
        {terms.length > 0 && <p class="offer-terms">{terms.join(' · ')}</p>}
        {/* On a phone, the form is below the steps, for those who come back with their post. */}
        <a class="button offer-jump" href={`#${FORM_ID}`}>
          {t.sendPost}
        </a>
      </div>
      <div class="columns-wide">
        <Steps link={link} />
        <div class="stack" id={FORM_ID}>
          <Participation link={link} submissions={submissions.data.value ?? []} />
          <OwnSubmissions submissions={submissions} />
        </div>
      </div>
    </>
  );
}

/** Until when, how often and for whom the offer is. */
function listTerms({ campaign, shop }: CampaignLink): string[] {
  const { endsAt, perUser, requirements } = campaign;
  const { minFollowers } = requirements;
  return [
    endsAt && formatText(t.until, { date: formatLastDay(endsAt, shop.timeZone) }),
    perUser === 1 ? t.once : formatText(t.upToTimes, { count: perUser }),
    minFollowers > 0 && formatText(t.minFollowers, { count: minFollowers }),
  ].filter(term => term !== null && term !== false);
}

/** Returns the notice that discloses the reward in the language of the page, or the shop's own text. */
function formatDisclosure({ disclosure, reward }: CampaignLink['campaign'], shop: string): string | null {
  const values = { shop, item: reward.name ?? '' };
  // A notice of the operator's own data has no translations.
  return formatText(t.notices[disclosure.notice as keyof typeof t.notices] ?? '', values) || disclosure.text;
}

function Steps({ link: { campaign, shop } }: { link: CampaignLink }) {
  const { action, reward, requirements, disclosure, platform } = campaign;
  const tags = requirements.hashtags.map(tag => `#${tag.replace(/^#/, '')}`).join(' ');
  const notice = formatDisclosure(campaign, shop.name);
  const handle = shop.handles[platform];
  const others = handle ? [] : Object.entries(shop.handles);
  return (
    <section class="card" aria-labelledby="how-it-works">
      <h2 id="how-it-works">{t.howItWorks}</h2>
      <ol class="offer-steps">
        <li>
          <h3>{getStepTitle(campaign)}</h3>
          {(campaign.description ?? shop.invitationText) && <p>{describeTask(campaign, shop.name)}.</p>}
          {action && <p>{action.description}</p>}
          {campaign.instructions && <p class="prose">{campaign.instructions}</p>}
          {handle && <HandleRow platform={platform} handle={handle} />}
          {others.map(([name, value]) => (
            <HandleRow key={name} platform={name} handle={value} />
          ))}
          {tags && <CopyRow label={t.hashtags} text={tags} />}
          {notice && <CopyRow label={disclosure.required ? t.disclosure : t.optionalText} text={notice} />}
        </li>
        <li>
          <h3>{t.sendIt}</h3>
          <p>{formatText(t.sendItHow, { shop: shop.name })}</p>
        </li>
        <li>
          <h3>{formatText(t.get, { offer: formatOffer(reward) })}</h3>
          <p>{formatText(t.getHow, { days: reward.expiresInDays })}</p>
          {shop.rewardText && <p class="prose">{shop.rewardText}</p>}
        </li>
      </ol>
    </section>
  );
}

/** The customer's submissions to this campaign; none for anyone else. */
function useOwnSubmissions(campaignId: string): Resource<Submission[]> {
  const { user } = caller.value ?? {};
  return useResource(
    async abort =>
      user?.role === 'customer'
        ? (
            await send(
              api.submissions.get({
                query: { campaignId, include: 'names', page: 1, perPage: 100 },
                ...abort,
              }),
            )
          ).items
        : [],
    [campaignId, user?.id],
  );
}

interface ParticipationProps {
  link: CampaignLink;
  submissions: Submission[];
}

/** The form, which stays in place while its visitor signs up. */
function Participation({ link: { campaign, shop }, submissions }: ParticipationProps) {
  const { id: campaignId, perUser, requirements, action, usesOrderValue } = campaign;
  const { user } = caller.value ?? {};
  if (user && user.role !== 'customer')
    return (
      <Card title={t.sendPost}>
        <p>{t.notForShops}</p>
        <ButtonLink href={`/dashboard/campaigns/${campaignId}`}>{t.openInDashboard}</ButtonLink>
      </Card>
    );
  const used = submissions.filter(({ status }) => status !== 'rejected').length;
  if (used >= perUser)
    return (
      <Card title={t.tookPart}>
        <p>{perUser === 1 ? t.oncePerCustomer : t.limitReached}</p>
      </Card>
    );
  return (
    <Card title={t.sendPost}>
      <SubmitForm
        shopName={shop.name}
        onSubmit={proof => send(api.submissions.post({ campaignId, ...proof }))}
        suggestedProof={action?.proofTypes}
        hasAccountField
        hasFollowersField={requirements.minFollowers > 0}
        hasOrderValueField={usesOrderValue}
      />
    </Card>
  );
}

function OwnSubmissions({ submissions }: { submissions: Resource<Submission[]> }) {
  const items = submissions.data.value ?? [];
  if (items.length === 0) return null;
  return (
    <Card title={t.yourSubmissions}>
      <ul class="rows">
        {items.map(item => (
          <SubmissionRow key={item.id} submission={item} />
        ))}
      </ul>
    </Card>
  );
}
