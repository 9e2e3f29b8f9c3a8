/** Checks for `fasti doctor` whether the background work of the service is up to date. */
import { commandLine } from '../../actions/policy.ts'
import { behind } from '../../actions/series/extend.ts'
import type { Config } from '../../config.ts'
import { libraryOf } from '../../media/library.ts'
import { momentOf, withStore } from '../support/opened-store.ts'
import { type Finding, found } from './finding.ts'

/** Reports series whose occurrences do not exist up to the horizon. */
export async function series(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const context = { moment: momentOf(config), actor: commandLine, currency: config.currency }
  const late = await withStore(config, (store) =>
    behind({ ...context, store, horizon: config.horizon, images: libraryOf(config) }),
  )
  if (late === 0) return [found('ok', 'series: all occurrences exist up to FASTI_SERIES_HORIZON')]
  return [found('look', `series: ${late} lack occurrences; fasti serve makes them, at start and every hour`)]
}

/** Reports webhooks that the service switched off, and changes that wait to be delivered. */
export async function webhooks(config: Config, isCurrent: boolean): Promise<readonly Finding[]> {
  if (!isCurrent) return []
  const { inStep, failing, switchedOff, waiting } = await withStore(config, (store) =>
    store.webhooks.standing(),
  )
  const findings = [
    ...(switchedOff > 0
      ? [found('look', `webhooks: ${switchedOff} switched off; the desk says why, and switches them on`)]
      : []),
    ...(failing > 0
      ? [found('look', `webhooks: ${failing} failed at the last attempt; waiting deliveries: ${waiting}`)]
      : []),
  ]
  return findings.length > 0 ? findings : [found('ok', `webhooks: ${inStep} in step`)]
}
