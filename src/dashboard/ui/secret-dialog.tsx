import { tools as t } from '../messages/tools/index.ts';
import { Button } from './button.tsx';
import { CopyButton } from './components.tsx';
import { Dialog } from './dialog.tsx';

export interface Secret {
  title: string;
  /** One sentence that tells the user how to use the secret. */
  hint: string;
  secret: string;
}

/** The dialog of `showSecret`, which only its own button closes. */
export default function SecretDialog({ title, hint, secret, onClose }: Secret & { onClose: () => void }) {
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
