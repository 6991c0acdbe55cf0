import { openDialog } from './dialogs.tsx';
import type { DialogForm } from './form-dialog.tsx';
import { lazyComponent } from './lazy-component.tsx';

const OpenForm = lazyComponent(() => import('./form-dialog.tsx'));

/** Opens a dialog with a form, or with a text to agree to. */
export function openForm(form: DialogForm): void {
  openDialog(close => <OpenForm {...form} onClose={close} />);
}
