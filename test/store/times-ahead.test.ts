import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { dialects } from '../support/dialects.ts'
import { testService } from '../support/service.ts'

const at = (text: string) => ({ now: Temporal.Instant.from(text), zone: 'UTC' })
const [now, soon, ahead] = [
  at('2027-01-15T12:00:00Z'),
  at('2027-01-15T12:00:30Z'),
  at('2028-01-15T12:00:00Z'),
]

for (const { name } of dialects) {
  describe(`times that were written while the clock was ahead, on ${name}`, () => {
    it('become times of now, for locks, limits, retries and leases; those within reach stay', async () => {
      const service = await testService(name)
      const { store } = service
      const mail = { kind: 'review', recipient: '', subject_id: 1, language: 'en', data: {} } as const
      await store.mail.add(mail, ahead)
      expect(await store.mail.isDue(now)).toBe(false)
      await store.correctTimes(now)
      expect(await store.mail.isDue(now)).toBe(true)
      expect(await store.mail.take(ahead, 60)).toBeDefined()
      expect(await store.mail.take(now, 60)).toBeUndefined()
      await store.correctTimes(now)
      expect(await store.mail.take(now, 60)).toBeDefined()
      // A lease of this minute is one that the service makes.
      await store.correctTimes(soon)
      expect(await store.mail.take(soon, 60)).toBeUndefined()
      await service.close()
    })
  })
}
