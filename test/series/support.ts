/** A calendar in Rome with a weekly yoga class of ten occurrences. */

import type { DialectName } from '../../src/store/database/dialects.ts'
import { type Json, type TestService, testService } from '../support/service.ts'

export const yoga = {
  title: 'Yoga',
  start_date: '2027-03-02 18:00',
  end_date: '2027-03-02 19:30',
  recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10',
}

export interface Rome extends TestService {
  readonly admin: Record<string, string>
  /** Creates the class, or a similar one. Returns its series and the ids of its occurrences. */
  create(more?: Json): Promise<{ readonly series: number; readonly ids: readonly number[] }>
  /** The occurrences of a series outside the trash, by start. */
  occurrences(series: number, query?: string): Promise<readonly Json[]>
}

/** A service in Rome on 10 January 2027, with an administrator unless one exists. The test closes it. */
export async function romeService(
  name: DialectName,
  env: Record<string, string> = {},
  isFirst = true,
): Promise<Rome> {
  const service = await testService(name, { FASTI_TIME_ZONE: 'Europe/Rome', ...env })
  service.at('2027-01-10T11:00:00Z')
  const admin = (await service.user('administrator', isFirst ? 'administrator' : 'second')).headers
  const occurrences: Rome['occurrences'] = async (series, query = 'status=publish') => {
    const found: Json[] = []
    for (let page = 1; ; page += 1) {
      const path = `/events?series=${series}&starts_after=2000-01-01&per_page=100&page=${page}&${query}`
      const { body } = await service.get(path, admin)
      found.push(...body.events)
      if (page >= body.total_pages) return found
    }
  }
  return {
    ...service,
    admin,
    occurrences,
    async create(more = {}) {
      const { status, body } = await service.post('/events', { ...yoga, ...more }, admin)
      if (status !== 201) throw new Error(JSON.stringify(body))
      const all = await occurrences(body.series.id, 'status=any')
      return { series: body.series.id, ids: all.map(({ id }) => Number(id)) }
    },
  }
}
