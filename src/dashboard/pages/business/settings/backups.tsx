import type { Backups as State } from '../../../../system/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDateTime, formatMoney } from '../../../data/format.ts';
import { usePolling } from '../../../data/poll.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { formatMegabytes } from '../../../data/upload-limits.ts';
import { backups as t } from '../../../messages/backups/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card, DetailList } from '../../../ui/components.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { Loaded } from '../../../ui/states.tsx';

/** A running server sends changes three times per minute, so that more is a fault. */
const MAX_BEHIND_SECONDS = 15 * 60;
/** US cents per GB and month of Amazon S3 Standard (aws.amazon.com/s3/pricing); other services cost less. */
const BUCKET_CENTS = 2.3;
const GIGABYTE = 1e9;
const GUIDE = '/guides/upgrades-and-backups#backups-that-leave-the-machine';

/** The backups of the installation, for the person who runs it. */
export default function Backups() {
  const state = useRead(api.backups.get);
  usePolling(state.reload, state.data.value?.isRequested === true);
  return (
    <Card title={t.title}>
      <Loaded resource={state}>
        {current =>
          current.isOperator ? (
            <div class="stack">
              <Verdict backups={current} />
              <Facts backups={current} />
              {current.destination !== null && <SendNow backups={current} onRequested={state.set} />}
              <p class="hint">
                <a href={GUIDE}>{t.guide}</a>
              </p>
            </div>
          ) : (
            <p>{t.byOperator}</p>
          )
        }
      </Loaded>
    </Card>
  );
}

/** Tells whether the newest changes are safe. */
function Verdict({ backups: { destination, failure, restorableUntil, behindSeconds } }: { backups: State }) {
  if (destination === null)
    return (
      <Notice tone="warn">
        <RichText text={t.onlyHere} />
      </Notice>
    );
  if (failure)
    return (
      <Notice tone="warn">
        {formatText(t.failing, { time: formatDateTime(failure.since) })}
        <br />
        <code dir="ltr">{failure.reason}</code>
      </Notice>
    );
  if (restorableUntil === null) return <Notice tone="warn">{t.first}</Notice>;
  if ((behindSeconds ?? 0) > MAX_BEHIND_SECONDS)
    return <Notice tone="warn">{formatText(t.behind, { time: formatDateTime(restorableUntil) })}</Notice>;
  return <Notice tone="good">{t.current}</Notice>;
}

function Facts({ backups }: { backups: State }) {
  const { destination, behindSeconds, fullBackupAt, storedBytes, drilledAt, here } = backups;
  // While nothing changes, the present state can be restored.
  const until = behindSeconds === 0 ? new Date(Date.now()).toISOString() : backups.restorableUntil;
  const count = formatText(t.here.count, { count: here.count });
  const newest = here.newestAt === null ? '' : ` (${formatDateTime(here.newestAt)})`;
  return (
    <DetailList
      items={[
        destination !== null && [t.destination, <code dir="ltr">{destination}</code>],
        destination !== null && [t.restorableUntil, <RelativeTime at={until} />],
        destination !== null && [t.fullBackup, <RelativeTime at={fullBackupAt} />],
        storedBytes !== null && [t.stored, describeSize(backups, storedBytes)],
        destination !== null && [t.drilled, drilledAt === null ? t.never : <RelativeTime at={drilledAt} />],
        [t.here.label, `${count}${newest}`],
      ]}
    />
  );
}

/** Returns the size, and what it costs in a bucket. */
function describeSize({ destination }: State, bytes: number): string {
  const size = formatMegabytes(bytes);
  if (!destination?.startsWith('s3:')) return size;
  const cents = Math.max(1, Math.ceil((bytes / GIGABYTE) * BUCKET_CENTS));
  return `${size}. ${formatText(t.cost, { amount: formatMoney(cents / 100, 'USD') })}`;
}

interface SendNowProps {
  backups: State;
  onRequested: (backups: State) => void;
}

function SendNow({ backups: { isRequested }, onRequested }: SendNowProps) {
  const request = useAction(async () => onRequested(await send(api.backups.post())));
  if (isRequested) return <p role="status">{t.sending}</p>;
  return (
    <Form action={request}>
      <FormActions label={t.sendNow} kind="plain" />
    </Form>
  );
}
