import { hasDeveloperTools } from '../data/session.ts';
import type { ApiCall } from '../data/snippets.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Button } from './button.tsx';
import { openDialog } from './dialogs.tsx';
import { lazyComponent } from './lazy-component.tsx';

const CodeDialog = lazyComponent(() => import('./code-dialog.tsx'));

/** Opens the page's API call as curl, CLI and Python code, for users with developer tools. */
export function ShowCodeButton({ operation, values }: ApiCall) {
  if (!hasDeveloperTools.value) return null;
  const show = () =>
    openDialog(close => <CodeDialog operation={operation} values={values} onClose={close} />);
  return (
    <Button kind="quiet" icon="code" onClick={show}>
      {t.showAsCode}
    </Button>
  );
}
