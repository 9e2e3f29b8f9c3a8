/** Checks for `fasti doctor` whether the background work of the service is up to date. */

import { countSeriesBehindHorizon } from '../../actions/series/extend.ts'
import { commandActor } from '../../api/policy.ts'
import type { Config } from '../../config.ts'
import { mediaLibraryOf } from '../../media/library.ts'
import { currentMoment, withStore } from '../support/opened-store.ts'
import { type Finding, findingOf } from './finding.ts'

/** Reports series whose occurrences do not exist up to the horizon. */
export async function seriesFindings(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const context = { moment: currentMoment(config), actor: commandActor, currency: config.currency }
  const late = await withStore(config, (store) =>
    countSeriesBehindHorizon({
      ...context,
      store,
      horizon: config.horizon,
      images: mediaLibraryOf(config),
    }),
  )
  if (late === 0) return [findingOf('ok', 'series: all occurrences exist up to FASTI_SERIES_HORIZON')]
  return [
    findingOf('look', `series: ${late} lack occurrences; fasti serve makes them, at start and every hour`),
  ]
}

/** Reports webhooks that the service switched off, and changes that wait to be delivered. */
export async function webhookFindings(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const { inStep, failing, switchedOff, waiting } = await withStore(config, (store) =>
    store.webhooks.standing(),
  )
  const findings = [
    ...(switchedOff > 0
      ? [findingOf('look', `webhooks: ${switchedOff} switched off; the desk says why, and switches them on`)]
      : []),
    ...(failing > 0
      ? [findingOf('look', `webhooks: ${failing} failed at the last attempt; waiting deliveries: ${waiting}`)]
      : []),
  ]
  return findings.length > 0 ? findings : [findingOf('ok', `webhooks: ${inStep} in step`)]
}

/** Reports images that have no pictures for pages yet. */
export async function pagePictureFindings(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const waiting = await withStore(config, (store) => store.countWithoutPictures())
  if (waiting === 0) return [findingOf('ok', 'pictures: all images have their pictures for pages')]
  return [findingOf('look', `pictures: ${waiting} images have none for pages yet; fasti serve makes them`)]
}
