import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { moment } from '../support/importing.ts'
import { commandActor } from '../support/inside/people.ts'
import { anEvent, type TestService, testService } from '../support/service.ts'

for (const { name } of anyDialects()) {
  describe(`feeds of events that are written between their being found and read on ${name}`, () => {
    let service: TestService
    let headers: Record<string, string>
    beforeEach(async () => {
      service = await testService(name)
      headers = (await service.user('editor')).headers
    })
    afterEach(async () => {
      vi.restoreAllMocks()
      await service.close()
    })

    /** Lets `write` happen before the next events are read. */
    function beforeReading(write: () => Promise<unknown>) {
      const { readView } = service.store
      let next: typeof write | undefined = write
      vi.spyOn(service.store, 'readView').mockImplementation(async (atLeast) => {
        const view = await readView(atLeast)
        return {
          ...view,
          async events(...asked) {
            const due = next
            next = undefined
            await due?.()
            return view.events(...asked)
          },
        }
      })
    }
    const add = (title: string) => service.post('/events', anEvent({ title }), headers)
    const secretFeed = async () => {
      const link = { name: 'phone', statuses: ['publish'] } as const
      const made = await service.store.feedLinks.create('editor', link, { actor: commandActor, moment })
      return `/feeds/${made?.secret}/events.ics`
    }
    const textOf = async (path: string) => String((await service.get(path)).body)

    it('§5 show no other status than their address stands for, whatever its owner may read', async () => {
      const [secret] = [await secretFeed(), await add('Stays'), await add('Gone'), await add('Hidden')]
      beforeReading(async () => {
        await service.remove('/events/2', headers)
        await service.patch('/events/3', { status: 'private' }, headers)
      })
      const text = await textOf(secret)
      expect(text).toContain('SUMMARY:Stays')
      expect(text).not.toContain('SUMMARY:Gone')
      expect(text).not.toContain('SUMMARY:Hidden')
    })
  })
}
