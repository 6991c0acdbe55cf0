import { openDialog } from './dialogs.tsx';
import type { DialogForm } from './form-dialog.tsx';
import { lazyComponent } from './lazy-component.tsx';

const load = () => import('./form-dialog.tsx');
const OpenForm = lazyComponent(load);
/** Time after which a page has loaded what it shows. */
const PRELOAD_MS = 1_000;

// A click should not wait for it.
setTimeout(() => load().catch(() => {}), PRELOAD_MS);

/** Opens a dialog with a form, or with a text to agree to. */
export function openForm(form: DialogForm): void {
  openDialog(close => <OpenForm {...form} onClose={close} />);
}
