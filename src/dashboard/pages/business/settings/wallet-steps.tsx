import { formatText } from '../../../messages/text.ts';
import { wallets as t } from '../../../messages/wallets/index.ts';
import { RichText } from '../../../ui/rich-text.tsx';

const GOOGLE_PAY = 'https://pay.google.com/business/console';
const GOOGLE_CLOUD = 'https://console.cloud.google.com/';
const APPLE_IDENTIFIERS = 'https://developer.apple.com/account/resources/identifiers/list';
const APPLE_AUTHORITY = 'https://www.apple.com/certificateauthority/';

function GuideLink() {
  return <a href="/guides/loyalty#cards-and-codes-in-the-wallet-of-a-phone">{t.guide}</a>;
}

/** The steps to an account for Google Wallet. */
export function GoogleSteps() {
  return (
    <>
      <p>{t.googleIntro}</p>
      <ol class="recipes">
        <li>
          <RichText text={t.google.console} links={[GOOGLE_PAY]} />
        </li>
        <li>
          <RichText text={t.google.key} links={[GOOGLE_CLOUD]} />
        </li>
        <li>{t.google.user}</li>
        <li>
          {t.google.paste} <GuideLink />
        </li>
      </ol>
    </>
  );
}

/** The steps to a certificate for Apple Wallet. */
export function AppleSteps() {
  return (
    <>
      <p>{t.appleIntro}</p>
      <ol class="recipes">
        <li>
          <RichText text={t.apple.identifier} links={[APPLE_IDENTIFIERS]} />
        </li>
        <li>
          <RichText
            text={formatText(t.apple.certificate, {
              file: 'pass.p12',
              exportCertificate: 'openssl pkcs12 -in pass.p12 -clcerts -nokeys',
              exportKey: 'openssl pkcs12 -in pass.p12 -nocerts -nodes',
            })}
          />
        </li>
        <li>
          <RichText
            text={formatText(t.apple.wwdr, { command: 'openssl x509 -inform der -in AppleWWDRCAG4.cer' })}
            links={[APPLE_AUTHORITY]}
          />
        </li>
        <li>
          {t.apple.paste} <GuideLink />
        </li>
      </ol>
    </>
  );
}
