function GuideLink() {
  return <a href="/guides/loyalty#cards-and-codes-in-the-wallet-of-a-phone">Read more in the guide</a>;
}

/** The steps to an account for Google Wallet. */
export function GoogleSteps() {
  return (
    <>
      <p>It is free and takes about 20 minutes. You need a Google account.</p>
      <ol class="recipes">
        <li>
          Open the <a href="https://pay.google.com/business/console">Google Pay &amp; Wallet Console</a>, sign
          up as an issuer, and copy the <strong>issuer ID</strong> from Google Wallet API.
        </li>
        <li>
          In the <a href="https://console.cloud.google.com/">Google Cloud Console</a>, create a project, turn
          on the Google Wallet API, create a service account, and download a <strong>key as JSON</strong>.
        </li>
        <li>
          Back in the first console, add the email address of the service account under Users, as a developer.
        </li>
        <li>
          Enter the issuer ID and paste the file below. <GuideLink />
        </li>
      </ol>
    </>
  );
}

/** The steps to a certificate for Apple Wallet. */
export function AppleSteps() {
  return (
    <>
      <p>You need a paid Apple developer account, and someone who is used to certificates.</p>
      <ol class="recipes">
        <li>
          In your{' '}
          <a href="https://developer.apple.com/account/resources/identifiers/list">developer account</a>,
          create an identifier of the kind <strong>Pass Type ID</strong>.
        </li>
        <li>
          Create its certificate, and export it with its key as <code>pass.p12</code>. Convert both to PEM:{' '}
          <code>openssl pkcs12 -in pass.p12 -clcerts -nokeys</code> and{' '}
          <code>openssl pkcs12 -in pass.p12 -nocerts -nodes</code>.
        </li>
        <li>
          Download the <a href="https://www.apple.com/certificateauthority/">WWDR certificate</a> that issued
          yours, and convert it with <code>openssl x509 -inform der -in AppleWWDRCAG4.cer</code>.
        </li>
        <li>
          Paste all three below. <GuideLink />
        </li>
      </ol>
    </>
  );
}
