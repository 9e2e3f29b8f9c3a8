/** Every plain field at the desk: in the draft of an event and in the editors of venues and organizers, by the rows of the fields. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { defaultValues, membersOf, sentNames, sentValues } from '../support/field-values.ts'
import { anEvent } from '../support/service.ts'

/** The body that creates one item of a collection. */
const bodies = {
  event: ['events', anEvent({ title: 'Walk' })],
  venue: ['venues', { venue: 'Walk' }],
  organizer: ['organizers', { organizer: 'Walk' }],
} as const

describeInBrowser('plain fields at the desk', (open) => {
  let service: DeskService
  let headers: Record<string, string>
  beforeAll(async () => {
    ;({ service, headers } = await signedDesk({
      FASTI_FEDERATION: 'on',
      FASTI_FEDERATION_HOSTS: '127.0.0.1',
    }))
  })
  afterAll(() => service.close())

  for (const [kind, [collection, body]] of Object.entries(bodies)) {
    const resource = kind as keyof typeof bodies
    const names = sentNames(resource, (row) => 'isDerived' in row)
    const derived = sentNames(resource, (row) => !('isDerived' in row))
    const inForm = (name: string) => `form [data-field="${name}"], form [name="${name}"]`

    it(`are each in the form of one ${kind} unless they derive from others, and stay when another is changed`, async () => {
      const values = membersOf(sentValues(resource), names)
      const { id } = (await service.post(`/${collection}`, { ...body, ...values }, headers)).body
      const page = await service.desk(open, `/${collection}/${id}`)
      await page.locator('form [name="slug"]').first().waitFor({ state: 'attached' })
      for (const name of names)
        expect([name, await page.locator(inForm(name)).count()]).not.toEqual([name, 0])
      for (const name of derived) expect([name, await page.locator(inForm(name)).count()]).toEqual([name, 0])
      await page
        .getByLabel(resource === 'event' ? 'Title' : 'Name', { exact: true })
        .first()
        .fill('Changed')
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('“Changed” is saved.').waitFor()
      expect(membersOf((await service.get(`/${collection}/${id}`, headers)).body, names)).toEqual(values)
    })

    it(`have their defaults in a new ${kind}`, async () => {
      const page = await service.desk(open, `/${collection}/new`)
      await page.locator('form [name="slug"]').first().waitFor({ state: 'attached' })
      await page
        .getByLabel(resource === 'event' ? 'Title' : 'Name', { exact: true })
        .first()
        .fill('New')
      await page.keyboard.press('ControlOrMeta+s')
      await page.getByText('“New” is').waitFor()
      const { body: saved } = await service.get(`/${collection}/by-slug/new`, headers)
      expect(membersOf(saved, names)).toEqual(membersOf(defaultValues(resource), names))
    })
  }
})
