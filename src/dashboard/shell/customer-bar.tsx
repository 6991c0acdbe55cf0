import { path } from '../data/router.ts';
import { shell as t } from '../messages/shell/index.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { translateTitle } from './titles.ts';

interface Entry {
  href: string;
  label: string;
  icon: IconName;
  /** Paths of the pages that belong to the entry. */
  covers: RegExp;
}

const ENTRIES: Entry[] = [
  { href: '/', label: 'Offers', icon: 'megaphone', covers: /^\/($|[cs]\/|campaigns)/ },
  { href: '/my/rewards', label: 'Rewards', icon: 'ticket', covers: /^\/my\/(rewards|submissions|perks)/ },
  { href: '/my/programs', label: 'Memberships', icon: 'star', covers: /^\/my\/programs/ },
  { href: '/my/account', label: 'Account', icon: 'user', covers: /^\/my\/account/ },
];

/** A customer's main pages, at the bottom of a phone's screen. */
export function CustomerBar() {
  return (
    <nav class="bottom-bar" aria-label={t.mainPages}>
      {ENTRIES.map(({ href, label, icon, covers }) => (
        <a key={href} href={href} aria-current={covers.test(path.value) ? 'page' : undefined}>
          <Icon name={icon} />
          {translateTitle(label)}
        </a>
      ))}
    </nav>
  );
}
