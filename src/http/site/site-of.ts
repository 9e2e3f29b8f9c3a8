/** The parts that all pages of the calendar share: its words, dates, files and appearance, by root. */
import { itemStatusAt } from '../../domain/publication/status.ts'
import { firstWeekdayOfLocale } from '../../domain/time/locale.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { today } from '../../domain/time/window.ts'
import { dateFormattersOfLocale } from '../../representations/html/site/dates.ts'
import type { Site } from '../../representations/html/site/site.ts'
import { wordingOf } from '../../words/index.ts'
import type { AppServices } from '../services.ts'
import type { Appearance } from './appearance/appearance.ts'
import { appearanceAndFilesOfPages } from './appearance/shown-appearance.ts'
import { assetUrlPath, shapesOfIconsInPages } from './assets/assets.ts'
import { pathsOfMapAssets } from './assets/built-files.ts'

/** Returns the site at a place (a URL or a route with its language), with an appearance. */
export type SiteFinder = (place: string, moment: Moment, appearance: Appearance) => Site

type Texts = Pick<Site, 'word' | 'dates' | 'locale' | 'firstDay'>

/** The paths of the static files that do not depend on the appearance. */
export function sitePageAssetPaths({ options, roots }: Pick<AppServices, 'options' | 'roots'>) {
  const [base] = roots.prefixes
  return {
    script: assetUrlPath(base, 'script'),
    icon: assetUrlPath(base, 'icon'),
    font: assetUrlPath(base, 'font'),
    worker: options.offline === 'on' ? `${base}/offline.js` : undefined,
    map: options.mapTiles === undefined ? undefined : pathsOfMapAssets(base),
  }
}

/** Parts that no setting changes: pages keep no filters at first, and draw the same icons. */
const onEverySite = { kept: {}, icons: shapesOfIconsInPages } as const

/** Returns the ways in which the public takes part. */
const publicWaysOf = ({ submissions, federation, baseUrl }: AppServices['options']) => ({
  submits: submissions === 'open',
  socialHost: federation === undefined ? undefined : new URL(baseUrl).host,
})

/** Builds the function that returns the site at a place. The words of a language are made once. */
export function siteFinderOf({ options, roots }: Pick<AppServices, 'options' | 'roots'>): SiteFinder {
  const { language: ownLanguage, languages, mapTiles, mapAttribution, baseUrl, frameAncestors } = options
  const textsByLanguage = new Map<string, Texts>()
  const discovery = options.dialects.discovery(roots.aliases, baseUrl)?.urls
  const shared = {
    ownLanguage,
    languages,
    ...publicWaysOf(options),
    tiles: mapTiles === undefined ? undefined : { template: mapTiles, attribution: mapAttribution },
    frameAncestors,
    ...onEverySite,
    ...(discovery && { discovery }),
  }
  const files = sitePageAssetPaths({ options, roots })

  function textsIn(language: Site['language'], locale: string): Texts {
    const known = textsByLanguage.get(language)
    if (known !== undefined) return known
    const texts = {
      word: wordingOf(language),
      dates: dateFormattersOfLocale(locale),
      locale,
      firstDay: firstWeekdayOfLocale(locale),
    }
    textsByLanguage.set(language, texts)
    return texts
  }

  return (place, moment, shownAnywhere) => {
    const root = roots.rootOf(place)
    const language = roots.languageOf(place)
    const appearance = shownAnywhere.inLanguage(language)
    const shown = appearanceAndFilesOfPages(appearance, root.base)
    return {
      ...shared,
      ...textsIn(language, root.locale ?? language),
      name: appearance.name,
      hasGroups: appearance.hasGroups,
      pages: appearance.pages.filter(
        ({ status, date_utc }) => itemStatusAt(status, date_utc, epochOfInstant(moment.now)) === 'publish',
      ),
      root,
      language,
      zone: moment.zone,
      today: today(moment),
      now: utcTimestampOfEpoch(epochOfInstant(moment.now)),
      appearance: shown.appearance,
      files: { ...files, ...shown.files },
    }
  }
}
