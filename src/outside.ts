/** The services of others that this one asks on demand: a geocoder and a translation server. */
import type { Config } from './config.ts'
import { findPlacesByAddress } from './media/fetching/geocoder.ts'
import { translatorAt } from './media/fetching/translator.ts'

/** Returns the functions that ask them; undefined for those that are not configured. */
export const makeGeocodeAndTranslate = ({ geocoder, baseUrl, translator }: Config) => ({
  geocode:
    geocoder === undefined
      ? undefined
      : (address: string, language: string) =>
          findPlacesByAddress(geocoder, address, { site: baseUrl, language }),
  translate: translator === undefined ? undefined : translatorAt(translator),
})
