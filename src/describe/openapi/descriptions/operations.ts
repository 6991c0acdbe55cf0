/**
 * Descriptions of operations by ID: when to use one and what it does beyond its summary. A route's own description takes
 * precedence.
 */
export const OPERATION_DESCRIPTIONS: Record<string, string> = {
  getCaller:
    'Returns the user or API key that the request authenticates, with its business and scopes. Use it to test a credential.',
  authenticate:
    'The field `action` selects what happens. A login answers an access token for 15 minutes and a refresh token, which `refresh` exchanges for new ones. Integrations use API keys instead.',
  getAccount:
    'Returns your name, address, role and position. API keys are not accepted: they have no account.',
  updateAccount:
    'Changes only the fields that you send. A new email address must be confirmed before it is used, in a session of the account. To confirm the present address, send it as `email`.',
  changePin:
    'Users sign in to a shared device at the counter with it. Requires a recent proof of your identity.',
  getTotp: 'Also returns how many recovery codes are left.',
  changeTotp:
    'The field `action` selects the step: `start` returns the secret, `confirm` turns it on with a first code and returns recovery codes, which are shown once.',
  listPasskeys: 'Passkeys are added on the page *Account*, in the browser that stores them.',
  renamePasskey: 'The name tells apart the devices that hold your passkeys.',
  removePasskey: 'Logins with it are no longer possible. Devices that are logged in stay so.',
  listSessions: 'Each is a login with its own refresh token. The current one is marked.',
  endOtherSessions: 'The tokens of all sessions but the current one stop working at once.',
  endSession: 'The tokens of the session stop working at once.',
  getBusiness: 'Returns the name, currency and settings of the business that the credential acts for.',
  updateBusiness: 'Changes only the fields that you send. null clears a field that can be empty.',
  listBusinesses: 'Contains every business of this installation.',
  createBusiness: 'Creates a business without users. To create one with its owner, register with POST /auth.',
  listBusinessUsers: 'Contains the people who can log in for the business, with their positions.',
  addBusinessUser:
    'With a password, the user can log in at once. Without one, the response has an invitation link, which is also mailed if a mail server is set up.',
  endUserSessions:
    'For a lost phone or a stolen password. Owners may log out their team, admins everyone. Pending links, logins that wait for a second factor and sign-ins by PIN end too.',
  endAllSessions:
    'For installations whose data or secrets may have leaked. API keys and shared devices stay. Can be repeated if it is interrupted.',
  updateBusinessUser: 'The last owner of a business keeps this position.',
  removeBusinessUser: 'The account is deleted, and its sessions end. The last owner cannot be removed.',
  renewInvitation: 'The earlier link stops working. For users who have not accepted their invitation.',
  listPlaces: 'Places tell apart what happens at the counters of several branches.',
  createPlace: 'Users and shared devices can choose it; visits, purchases and redemptions then name it.',
  renamePlace: 'Past actions show the new name.',
  deletePlace: 'Shared devices of the place are signed out.',
  resetPin: 'For a user who has forgotten the PIN. Only the user can set another one.',
  listDevices: 'Contains the tablets and registers at which several users sign in with a PIN.',
  revokeDevice: 'It must be set up again by a user before it can be used.',
  listApiKeys: 'Secrets are not returned; the last four characters tell keys apart.',
  createApiKey: 'The key acts for the business within its scopes. Store it at once: it cannot be read again.',
  rotateApiKey:
    'The old secret stays valid for graceMinutes, so that you can replace it without an interruption.',
  revokeApiKey: 'Requests with it fail with UNAUTHORIZED from now on.',
  listExportLinks: 'The URLs are not returned, because each is a credential.',
  revokeExportLink: 'Spreadsheets that import it show an error from now on.',
  createCampaign:
    'Creates a draft, which customers do not see. With `launch: true` it starts immediately. `warnings` lists conflicts with the rules of the platform.',
  updateCampaign:
    'Changes only the fields that you send. `state` launches, pauses, resumes or ends the campaign; an ended campaign cannot be resumed.',
  getCampaign: 'Customers see only campaigns that are open or that they have submitted to.',
  deleteCampaign: 'Other campaigns are ended instead, because their submissions and rewards refer to them.',
  getComplianceCard:
    'Shows what was checked when the campaign started, and whether the rules have changed since.',
  duplicateCampaign:
    'Copies the terms, not the submissions or statistics. Use it to repeat an ended campaign.',
  changeCampaignStates:
    'Each campaign succeeds or fails on its own; `items` has the result of each in the order of `ids`.',
  getShop: 'Returns what anyone can see of a business: its name, colors, open campaigns and programs.',
  getShopLogo:
    'Returns the picture itself. The path with its version is logoPath of the shop, which can be cached for long.',
  getLink: 'Returns what a customer sees before logging in, and whether the campaign still accepts proof.',
  getPublicAddress: 'Links in mails, QR codes and webhooks start with it.',
  setPublicAddress: 'Takes effect immediately. Not possible while the setting PUBLIC_URL is set.',
  createSubmission:
    'Proof is a URL of a post, an uploaded screenshot or text. A business can submit for a customer with `userId`.',
  reviewSubmission:
    'An approval issues the reward and reserves nothing further of the budget. With `submissionIds`, each is reviewed on its own.',
  getSubmission: 'Returns the proof, its verification and its decision. Customers see their own.',
  getUpload: 'Returns the file itself. Only the uploader and the business that reviews it can read it.',
  getReward: 'Customers see their own rewards, and businesses those that they issued.',
  redeemReward:
    'Marks the code as redeemed, so that it cannot be used twice. With `orderValue`, the discount is returned for percentages.',
  voidReward:
    'The code stops working, and a reserved budget is released. A redeemed reward cannot be voided.',
  searchMembers: 'Searches names, email addresses, phone numbers and references. Use it at the counter.',
  getMemberCard:
    'Returns the text of the QR code, which identifies the member at the counter without a login.',
  replaceMemberCard:
    'For a card that was lost or copied. Passes of the earlier card end, and links to them stop working: the member adds the pass again.',
  listAdjustments: 'Contains who corrected which balance, why, and whether it was undone.',
  getMember: 'Returns points, tier, visits and cashback of one member.',
  updateMember:
    'Suspended members neither earn nor redeem. Only the fields that you send change; `metadata` is replaced as a whole. Users with the position counter can only confirm the phone number.',
  listReferrals: 'Shows who brought whom, and whether the rewards were issued.',
  listShopOrders: 'Contains what members bought in the program’s shop, with the reward code of each.',
  listPrograms: 'Businesses see their own programs, customers those that they can join or have joined.',
  createProgram: 'Sets what members earn: points, tiers, goals, cashback and a shop of rewards.',
  getProgram: 'Returns the rules of the program and the number of its members.',
  updateProgram:
    'Changes only the fields that you send; `rewards` is replaced as a whole. Earned points and cashback stay.',
  deleteProgram: 'A program with members is ended instead.',
  getProgramProgress:
    'With `memberId`, returns the goals, tier and shop of one member; otherwise totals of the program.',
  submitToProgram: 'Approved proof earns points, counts toward goals, and earns cashback on the order value.',
  listCashback:
    'Each entry has its own state: pending until the hold ends, then available, redeemed or expired.',
  listMembers: 'Use `q` to search by name, email address, phone number or reference.',
  enrollMember:
    'A business enrolls a member under its own reference, `memberId`, with or without an account. Customers enroll themselves.',
  listIntegrations: 'Shows for each when its last webhook came and how many orders wait.',
  listImports: 'Shows progress and result of each; an import can be undone.',
  getImportTemplate: 'The first line names the columns; all but memberId are optional.',
  getImport: 'Poll it while the status is running.',
  getPassSettings: 'Secrets are never returned.',
  setGooglePasses: 'The key of the service account is checked, encrypted and never returned.',
  setApplePasses: 'Certificate and key are checked, encrypted and never returned.',
  getNotificationSettings: 'Lists every kind of mail that your role can receive, with your choice.',
  previewMail: 'Shows the mail in the language and with the name of your business.',
  testMail: 'Reports whether the mail server accepted it.',
  listOpportunities:
    'Ranked by score: orders below face value, new listings, demand and perks that expire soon.',
  enrollOnExchange:
    'An issuer lists a perk that it must honor at face value. Traders buy and sell perks of others.',
  getWallet: 'Reserved amounts back open orders and are released when an order is filled or canceled.',
  depositCash:
    'Customers convert their available cashback. An admin credits money that was paid outside of the product.',
  redeemPerk: 'Turns perks that you hold into reward codes of their issuer. Not reversible.',
  listOrders: 'Contains open and closed orders. Use `status=open` for those that can still be filled.',
  placeOrder:
    'A limit order waits on the book for its price, unless timeInForce says otherwise; a market order fills at once or is canceled.',
  getOrder: 'Returns how much of it was filled, and why it was canceled.',
  cancelOrder: 'What was filled stays. Canceling an order that is no longer open fails with CONFLICT.',
  listTrades: 'Contains both sides of your trades; the counterparty is not named.',
  takeOrder:
    'Fills the given order at its price, without a position on the book. Fails if it is no longer open.',
  manageBilling:
    'The field `action` selects what happens: read the status, plans or invoices, or subscribe, cancel, resume, top up or open the portal.',
  receiveBillingEvent:
    'For payment providers only. Each event is processed once; a repetition answers `duplicate: true`.',
  listInfluencers: 'Use `q` to search names, handles and notes.',
  createInfluencer: 'Keeps a contact with platforms, rates and notes. It creates no account.',
  getInfluencer: 'Returns the contact with its platforms and rate card.',
  updateInfluencer:
    'Changes only the fields that you send; `platforms` and `rateCard` are replaced as a whole.',
  deleteInfluencer: 'Submissions of the same person stay.',
  connectPlatform:
    'By OAuth, the response has an authorizationUrl to open; by bioCode, a code to put into the public profile.',
  disconnectPlatform: 'Its tokens are deleted. Submissions that it verified stay.',
  listConnections: 'Businesses see the accounts of their customers that submitted proof.',
  confirmConnection: 'For accounts that neither OAuth nor a code in the profile can verify.',
  updateNotifications: 'Counts only notifications up to the given event as seen.',
  listEvents:
    'Read all changes without gaps with `after`, or poll with `since`. `sequence` increases by one with each event of a business.',
  streamEvents:
    'Sends each event a moment after its change. Clients reconnect with the ID of the last event.',
  listWebhooks: 'Secrets are not returned. `status` and `disabledReason` show why deliveries stopped.',
  createWebhook:
    'Deliveries start with the next event. The URL must be reachable from the server; store the secret to verify signatures.',
  updateWebhook: 'Changes only the fields that you send. Enabling an endpoint resumes its deliveries.',
  deleteWebhook: 'Waiting deliveries are dropped.',
  testWebhook: 'Sends sample data with `test: true`. The delivery shows the response of your endpoint.',
  listDeliveries:
    'Shows every attempt with its time, status and error. Deliveries are kept for a limited time.',
  redeliverFailed: 'For an endpoint that was down. Reads up to 10,000 deliveries per call.',
  redeliver: 'Sends the same event again under the same ID, also if the earlier delivery succeeded.',
  receiveVerification:
    'For verification providers only. The result is stored with the submission; with reviewPolicy autoVerified it can decide it.',
  listActions:
    'Each action has a value, a suggested reward and the rule of its platform for rewarding it. Reference data; no credential.',
  listBenchmarks:
    'Each figure names its source and year. Observed figures of this installation appear from a minimum sample.',
  getPricing: 'Explains how values and suggested rewards are computed. Reference data; no credential.',
  getLegal: 'Reference data, not legal advice: each rule names its source and the day when it was checked.',
  listRecommendations: 'Each contains the API request that applies it. Nothing is applied automatically.',
  getStatistics: 'Covers the chosen days and, for comparison, the same number of days before.',
  getCounterReport: 'Sums for each person and place what was recorded at the counter in a period.',
  listCounterActions: 'Shows who did what, when and where; use it to find a mistake before you undo it.',
  generateCampaigns:
    'Computed from reference data and your own figures, without sending data to a service. Create one with its `campaign` as the body.',
  recommendChanges: 'Goals are words such as `sales` or `reviews`; unknown ones are named in a warning.',
  planMarketing:
    'Distributes a monthly budget over campaigns, with weeks, forecast and assumptions. Nothing is created.',
  adviseReview:
    'Returns a suggestion with its reasons and checks. The decision stays yours: send it to POST /submissions/review.',
  quickStart: 'With `apply: true` the program and the campaigns are created in one transaction.',
  getHealth: 'Returns version, database and queues. Use GET /ready for load balancers.',
  getPythonClient:
    'Generated from this document, for the version that runs. pip can install the path /sdk/python/ followed by the file name of the wheel.',
  getTypeScriptClient: 'Generated from this document, for the version that runs, without dependencies.',
};
