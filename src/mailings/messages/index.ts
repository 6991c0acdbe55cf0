import type { Locale } from '../../platform/locales.ts';
import ar from './ar.json';
import de from './de.json';
import en from './en.json';
import es from './es.json';
import fr from './fr.json';
import it from './it.json';
import nl from './nl.json';
import pl from './pl.json';
import pt from './pt.json';
import tr from './tr.json';

/** The texts of mails by kind; those of `common` are shared. */
export type MailTexts = Omit<typeof en, 'weeklyActions'> & {
  /** Recommendations in short. English has none: it shows their title and reason, which are texts of the API. */
  weeklyActions: Record<string, string>;
};

export const MAIL_TEXTS: Record<Locale, MailTexts> = { en, de, es, fr, pt, it, nl, pl, tr, ar };
