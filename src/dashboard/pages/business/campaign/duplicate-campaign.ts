import { api, send } from '../../../data/api.ts';
import { navigate } from '../../../data/router.ts';
import { tenantParams } from '../../../data/session.ts';
import { toast } from '../../../ui/toast.tsx';

/** Creates a copy and opens its form. @param doneText shown once the draft exists @throws ApiError */
export async function duplicateCampaign(id: string, doneText: string): Promise<void> {
  const copy = await send(api.campaigns({ id }).duplicate.post(tenantParams()));
  toast(doneText);
  navigate(`/dashboard/campaigns/${copy.id}/edit`);
}
