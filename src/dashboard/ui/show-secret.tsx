import { openDialog } from './dialogs.tsx';
import { lazyComponent } from './lazy-component.tsx';
import type { Secret } from './secret-dialog.tsx';

const SecretDialog = lazyComponent(() => import('./secret-dialog.tsx'));

/** Shows a secret that the server returns only once. */
export function showSecret(secret: Secret): void {
  openDialog(close => <SecretDialog {...secret} onClose={close} />);
}
