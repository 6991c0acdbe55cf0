import { useSignal } from '@preact/signals';
import type { Campaign } from '../../../campaigns/model.ts';
import { formatReward } from '../../data/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CopyButton } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';

const Qr = lazyComponent(() => import('../../ui/qr.tsx'));

/** Addresses that phones of customers can't reach. */
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/** The campaign's link, QR code and printable sign. */
export function Share({ campaign }: { campaign: Campaign }) {
  const isOpen = useSignal(false);
  const link = `${location.origin}/campaigns/${campaign.id}`;
  const canShare = typeof navigator.share === 'function';
  const share = () => {
    // Dismissing the share sheet rejects the promise; that is not an error.
    navigator.share({ title: campaign.name, url: link }).catch(() => {});
  };
  return (
    <Card title="Share campaign">
      {campaign.state !== 'active' && (
        <p class="hint">Customers can open the link once the campaign is active.</p>
      )}
      {LOCAL_HOSTS.includes(location.hostname) && (
        <p class="hint">
          This link only works on this computer. To share it, open the dashboard at your public address.
        </p>
      )}
      <div class="share">
        <Qr text={link} label={`QR code for ${link}`} />
        <div>
          <p>
            <a href={link} target="_blank" rel="noreferrer">
              {link}
            </a>
          </p>
          <div class="actions">
            <CopyButton text={link} label="Copy link" />
            {canShare && (
              <Button isSmall onClick={share}>
                Share
              </Button>
            )}
            <Button
              isSmall
              onClick={() => {
                isOpen.value = true;
              }}
            >
              Counter sign
            </Button>
          </div>
        </div>
      </div>
      {isOpen.value && (
        <Dialog
          title="Counter sign"
          onClose={() => {
            isOpen.value = false;
          }}
        >
          <div class="counter-sign">
            <p class="sign-reward">{formatReward(campaign.reward)}</p>
            <p class="sign-name">{campaign.name}</p>
            <Qr text={link} label={`QR code for ${link}`} />
            <p>Scan with your phone to take part.</p>
          </div>
          <footer>
            <Button kind="primary" onClick={() => print()}>
              Print sign
            </Button>
          </footer>
        </Dialog>
      )}
    </Card>
  );
}
