/** A way to call an operation, with the component that it then answers. */
export interface Variant {
  /** The action of the request. */
  action?: string;
  /** A field that must be sent. */
  requires?: string;
  /** A field that must not be sent. */
  without?: string;
  result: string;
}

const SESSION_ACTIONS = ['login', 'codeLogin', 'secondFactor', 'register', 'refresh', 'setup'];
const ACKNOWLEDGED_ACTIONS = [
  'requestCode',
  'logout',
  'forgotPassword',
  'resetPassword',
  'changePassword',
  'confirmEmail',
  'confirmIdentity',
];

/**
 * Operations whose result depends on the request, from which the clients generate overloads. The document has only the
 * union of all results.
 */
export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  authenticate: [
    ...SESSION_ACTIONS.map(action => ({ action, result: 'Session' })),
    ...ACKNOWLEDGED_ACTIONS.map(action => ({ action, result: 'AuthAcknowledgement' })),
  ],
  changeTotp: [
    { action: 'start', result: 'TotpSetup' },
    { action: 'confirm', result: 'RecoveryCodes' },
    { action: 'renewCodes', result: 'RecoveryCodes' },
    { action: 'disable', result: 'TotpState' },
  ],
  createCashback: [
    { action: 'redeem', result: 'CashbackRedeemed' },
    { action: 'refund', result: 'CashbackRefund' },
    { action: 'confirm', result: 'Cashback' },
    { action: 'void', result: 'Cashback' },
    { action: 'reverse', result: 'Cashback' },
    { action: 'earn', result: 'Cashback' },
  ],
  manageBilling: [
    { action: 'status', result: 'BillingStatus' },
    { action: 'plans', result: 'PlanList' },
    { action: 'invoices', result: 'InvoiceList' },
    { action: 'subscribe', result: 'Purchase' },
    { action: 'topup', result: 'Purchase' },
    { action: 'cancel', result: 'BillingStatus' },
    { action: 'resume', result: 'BillingStatus' },
    { action: 'portal', result: 'PortalLink' },
  ],
  reviewSubmission: [
    { requires: 'submissionId', without: 'submissionIds', result: 'Reviewed' },
    { requires: 'submissionIds', without: 'submissionId', result: 'BulkReviewed' },
  ],
};
