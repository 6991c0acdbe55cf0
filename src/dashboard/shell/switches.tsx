import { useSignal } from '@preact/signals';
import { useAction } from '../data/resource.ts';
import { navigate } from '../data/router.ts';
import { closeSession } from '../data/session.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Button } from '../ui/button.tsx';

const DARK = matchMedia('(prefers-color-scheme: dark)');

function isDarkNow(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : DARK.matches;
}

/** Switches between the light and dark theme, stored in this browser; early.ts applies it before the first paint. */
export function ThemeSwitch() {
  const isDark = useSignal(isDarkNow());
  const flip = () => {
    isDark.value = !isDark.value;
    const theme = isDark.value ? 'dark' : 'light';
    document.documentElement.dataset.theme = theme;
    // The color of the browser's own bars.
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]'))
      meta.media = meta.dataset.theme === theme ? 'all' : 'not all';
    localStorage.setItem('theme', theme);
  };
  return (
    <Button
      kind="quiet"
      icon={isDark.value ? 'sun' : 'moon'}
      label={isDark.value ? t.lightTheme : t.darkTheme}
      onClick={flip}
    />
  );
}

export function LogOutButton() {
  const logOut = useAction(async () => {
    await closeSession();
    navigate('/login', { replace: true });
  });
  return (
    <Button kind="quiet" icon="out" label={t.logOut} busy={logOut.isBusy} onClick={() => void logOut.run()} />
  );
}
