/** `fasti audit`: prints the audit log. */
import { readConfig } from '../config.ts'
import { parseDateText, resolveParsedDate } from '../domain/time/date-text.ts'
import type { Moment } from '../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import type { AuditRow } from '../store/store.ts'
import { type Command, parseOptions, UsageError } from './command.ts'
import { currentMoment, withStore } from './opened-store.ts'

const help = `Usage: fasti audit [--since DATE] [--json]

Prints every write, oldest first: time (UTC), user, action, item, and the names of the changed fields. It prints no field
values, and there are no secrets in the log. Writes in local mode have no login. Writes by commands, including imports, have the login "(command)",
those of calendar subscriptions "(subscription)".

  --since DATE   only writes from this date on, in the site zone: 2027-01-31, yesterday, 3 days ago
  --json         print JSON, one object per line`

function start(text: string | undefined, moment: Moment): number {
  if (text === undefined) return 0
  const date = parseDateText(text)
  const read = date === undefined ? undefined : resolveParsedDate(date, moment.zone, moment.now)
  if (read === undefined)
    throw new UsageError(`--since must be a date such as 2027-01-31 or yesterday, not "${text}".`)
  return read.epoch
}

function lineOf({ at_utc, ...row }: AuditRow, isJson: boolean): string {
  const at = utcTimestampOfEpoch(at_utc)
  const { id, user_id, login, verb, resource, item_id, title, slug, fields, via } = row
  if (isJson)
    return JSON.stringify({
      id,
      at_utc: at,
      user_id,
      login,
      verb,
      resource,
      item_id,
      title,
      slug,
      fields,
      via,
    })
  return [
    at,
    `${login || '-'}${via === '' ? '' : ` (${via})`}`,
    verb,
    `${resource} ${item_id}`,
    title,
    fields.join(', '),
  ]
    .join('\t')
    .trimEnd()
}

export const audit: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, {
      since: { type: 'string' },
      json: { type: 'boolean' },
    })
    if (positionals.length > 0) throw new UsageError('fasti audit takes options only.')
    const config = readConfig(env)
    const since = start(values.since, currentMoment(config))
    await withStore(config, async (store) => {
      for await (const row of store.audit(since))
        process.stdout.write(`${lineOf(row, values.json === true)}\n`)
    })
    return 0
  },
}
