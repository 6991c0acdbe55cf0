import { lazyComponent } from '../../../ui/lazy-component.tsx';

// Pages show them after a click, so they come after the first load.
export const CorrectBalanceDialog = lazyComponent(() => import('./correct-balance-dialog.tsx'));
export const EditMemberDialog = lazyComponent(async () => ({
  default: (await import('./member-dialogs.tsx')).EditMemberDialog,
}));
export const EnrollDialog = lazyComponent(async () => ({
  default: (await import('./member-dialogs.tsx')).EnrollDialog,
}));
export const EraseMemberDialog = lazyComponent(async () => ({
  default: (await import('./member-dialogs.tsx')).EraseMemberDialog,
}));
export const RecordOrderDialog = lazyComponent(async () => ({
  default: (await import('./member-dialogs.tsx')).RecordOrderDialog,
}));
export const RedeemCashbackDialog = lazyComponent(async () => ({
  default: (await import('./member-dialogs.tsx')).RedeemCashbackDialog,
}));
