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

/** The labels of passes, and the messages about what happened at the counter. */
export const PASS_TEXTS: Record<Locale, typeof en> = { en, de, es, fr, pt, it, nl, pl, tr, ar };
