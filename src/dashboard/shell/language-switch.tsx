import { LOCALE_NAMES, type Locale } from '../../platform/locales.ts';
import { api, send } from '../data/api.ts';
import { storeLocale } from '../data/language.ts';
import { caller } from '../data/session.ts';
import { shell as t } from '../messages/shell/index.ts';
import { LOCALE } from '../messages/text.ts';

/** Chooses the language of the pages, for this browser and for the account. */
export function LanguageSwitch() {
  return (
    <label class="language">
      <span class="visually-hidden">{t.language}</span>
      <select value={LOCALE} onChange={event => void choose(event.currentTarget.value as Locale)}>
        {Object.entries(LOCALE_NAMES).map(([locale, name]) => (
          <option key={locale} value={locale} lang={locale} selected={locale === LOCALE}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

async function choose(locale: Locale): Promise<void> {
  storeLocale(locale);
  // The choice works in this browser even if the account can't keep it.
  if (caller.value && !caller.value.isAtCounter) await send(api.account.put({ locale })).catch(() => {});
  location.reload();
}
