import { atomically, type Ctx, type TxCtx, VERIFICATION_WEBHOOK } from '../context.ts';
import { AppError } from '../errors.ts';
import { nowIso } from '../platform/clock.ts';
import { verifyBody } from '../platform/security/signatures.ts';
import { applyVerification, requireVerifiable } from '../submissions/service/verify.ts';
import type { VerificationReceipt, VerificationResult } from './model.ts';
import { runChecks, toVerificationStatus } from './rules.ts';
import * as store from './store.ts';

/** Verifies the signature of a request. @throws INVALID_SIGNATURE, TIMESTAMP_EXPIRED */
export function assertSigned({ webhookSecrets, clock }: Ctx, headers: Headers, body: Uint8Array): void {
  const signature = headers.get('x-webhook-signature');
  const timestamp = headers.get('x-webhook-timestamp');
  const verdict = verifyBody(webhookSecrets.verification, { signature, timestamp, body }, clock.now());
  if (verdict === 'invalid')
    throw new AppError(
      'INVALID_SIGNATURE',
      'X-Webhook-Signature or X-Webhook-Timestamp is missing or invalid',
    );
  if (verdict === 'expired')
    throw new AppError(
      'TIMESTAMP_EXPIRED',
      'X-Webhook-Timestamp is more than 5 minutes from the current time',
    );
}

/**
 * Processes a provider's result for a submission, once per event ID. In an autoVerified campaign, a passed
 * verification approves the submission in the same transaction. No result rejects a submission.
 * @throws NOT_FOUND for an unknown submission
 */
export async function receiveVerification(ctx: Ctx, input: VerificationResult): Promise<VerificationReceipt> {
  const { id, provider, submissionId, result, score, evidence } = input;
  const { businessId } = (await requireVerifiable(ctx, submissionId)).row;
  const verify = async (tx: TxCtx): Promise<VerificationReceipt> => {
    const { row, campaign: terms, account } = await requireVerifiable(tx, submissionId);
    const receivedAt = nowIso(tx.clock);
    const isNew = await store.insertIfNew(tx.db, {
      id,
      provider,
      submissionId,
      result,
      score,
      evidence,
      receivedAt,
    });
    if (!isNew) return { received: true as const, duplicate: true as const };
    const checks = runChecks({ terms, account, notes: row.notes }, evidence ?? {}, tx.clock.now());
    const { status, verification } = await applyVerification(tx, row, {
      status: toVerificationStatus(result, checks),
      checks,
      followers: evidence?.followers ?? null,
      hashtags: evidence?.hashtags ?? [],
      handle: evidence?.handle ?? null,
    });
    return { received: true as const, submissionId, status, verification };
  };
  return atomically(ctx.as(VERIFICATION_WEBHOOK), verify, [`business:${businessId}`]);
}
