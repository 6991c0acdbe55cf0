import { tools as t } from '../messages/tools/index.ts';
import { Button } from './button.tsx';
import { CopyButton } from './components.tsx';
import { Dialog } from './dialog.tsx';

interface SecretDialogProps {
  title: string;
  /** One sentence that tells the user how to use the secret. */
  hint: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret that the server returns only once. */
export function SecretDialog({ title, hint, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} isGuarded>
      <p>{hint}</p>
      <p class="secret-value">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </p>
      <p class="hint">{t.copySecret}</p>
      <footer>
        <Button kind="primary" onClick={onClose}>
          {t.secretSaved}
        </Button>
      </footer>
    </Dialog>
  );
}
