import { getIconPath, type IconSource } from './icon.tsx';

/** Decorates an empty state: a sheet of paper on a disc with the icon of what is missing, in the colors of the theme. */
export function Illustration({ icon }: { icon: IconSource }) {
  return (
    <svg class="illustration" viewBox="0 0 160 120" aria-hidden="true">
      <circle class="disc" cx="80" cy="60" r="54" />
      <circle class="honey" cx="130" cy="26" r="7" />
      <circle class="mint" cx="27" cy="86" r="4" />
      <path class="rule" d="M18 40h10M23 35v10M136 82h8" />
      <rect class="sheet" x="46" y="24" width="58" height="72" rx="9" transform="rotate(-9 75 60)" />
      <rect class="sheet" x="52" y="22" width="58" height="76" rx="9" transform="rotate(3 81 60)" />
      <path class="rule" d="M66 78h30M70 86h20" />
      <path class="sign" d={getIconPath(icon)} transform="translate(63 32) scale(1.5)" />
    </svg>
  );
}
