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

/** The sentences of recommendations, by their type. */
export type RecommendationTexts = typeof en;

export const RECOMMENDATION_TEXTS: Record<Locale, RecommendationTexts> = {
  en,
  de,
  es,
  fr,
  pt,
  it,
  nl,
  pl,
  tr,
  ar,
};
