import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, deskService, PASSWORD, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'

describeInBrowser('one’s own e-mail address at the desk', (open) => {
  let service: DeskService
  let box: Mailbox
  beforeAll(async () => {
    box = await mailbox()
    const env = { FASTI_SMTP_URL: box.url, FASTI_MAIL_FROM: 'Calendar <calendar@example.org>' }
    service = await deskService(false, env)
    await service.person('carla', 'editor')
  })
  afterAll(async () => {
    await service.close()
    await box.close()
  })

  it('§14 changes with the password, and counts once the link of the message to it is confirmed', async () => {
    const desk = await service.desk(open, '/account', 'carla')
    const form = desk.locator('form', { has: desk.getByLabel('Your name') })
    await form.getByLabel('E-mail address').fill('carla@example.org')
    await form.getByLabel('Current password').fill('not the password')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.getByText('is not your current password').first().waitFor()
    expect(await violationsInView(desk)).toEqual([])
    await form.getByLabel('Current password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await desk.getByText('A message was sent to carla@example.org.').waitFor()
    await service.sendDue()
    const [link = ''] = /http\S+\/desk\/email#\S+/.exec(box.last().text) ?? []
    await desk.goto(link)
    expect(await violationsInView(desk)).toEqual([])
    await desk.getByRole('button', { name: 'Confirm the e-mail address' }).click()
    await desk.getByText('The new e-mail address is confirmed.').waitFor()
    const carla = (await service.store.accounts.users()).find(({ login }) => login === 'carla')
    expect(carla?.email).toBe('carla@example.org')
  })
})
