/**
 * The queries of a question without HTTP and without JSON, in a process of their own: `plain-queries.ts CALENDAR FILE`. It gets requests, and
 * tells the microseconds of processor time of each.
 */
import { openPlain, type PlainRequest } from './plain.ts'

const [, , calendar = '', file = ''] = process.argv
const answer = await openPlain(calendar, file)
process.on('message', (requests: readonly PlainRequest[]) => {
  const before = process.cpuUsage()
  for (const request of requests) answer(request)
  const { user, system } = process.cpuUsage(before)
  process.send?.((user + system) / requests.length)
})
process.stdout.write('ready\n')
