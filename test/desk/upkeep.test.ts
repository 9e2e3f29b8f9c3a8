import { rm } from 'node:fs/promises'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeskService, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { commandActor } from '../support/inside/people.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { scratch } from '../support/scratch.ts'
import { submitted } from '../support/submitting.ts'

describeInBrowser('the upkeep among the settings', (open) => {
  let service: DeskService
  let box: Mailbox
  let folder: string
  beforeAll(async () => {
    box = await mailbox()
    folder = await scratch('fasti-desk-upkeep-')
    ;({ service } = await signedDesk({
      FASTI_DATA_DIR: folder,
      FASTI_SMTP_URL: box.url,
      FASTI_MAIL_FROM: 'Town <calendar@example.org>',
      FASTI_SUBMISSIONS: 'open',
    }))
    const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
    const by = { actor: commandActor, moment }
    await service.store.accounts.setProfile('ada', { email: 'ada@example.org' }, by)
  })
  afterAll(async () => {
    await service.close()
    await box.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('sends a test message, backs up and tells the last one, and exports everything', async () => {
    const page = await service.desk(open, '/settings')
    await page.getByText('There is no back-up yet.').filter({ visible: true }).first().waitFor()
    await page.getByText('SQLite').filter({ visible: true }).first().waitFor()
    expect(await violationsInView(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test message to me' }).click()
    await page.getByText('The mail server took the message to ada@example.org.').waitFor()
    expect(box.last().to).toEqual(['ada@example.org'])
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page
      .getByText(/^Last back-up: /)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: 30_000 })
    const downloading = page.waitForEvent('download')
    await page.getByText('Export everything', { exact: true }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.jsonl/)
    await service.show(page, '/log')
    for (const act of ['A back-up was started', 'Everything was exported'])
      await page.locator('.changes').getByText(act).waitFor()
  })

  it('tells how many submissions wait, and leads to them', async () => {
    const page = await service.desk(open, '/settings')
    await page.getByText('0 submissions wait for a decision.').waitFor()
    await page.getByText(/ of 200 MB \(FASTI_SUBMISSIONS_SPACE\)/).waitFor()
    await submitted(service, { title: 'Sent in' })
    await page.reload()
    await page.getByText('1 submission waits for a decision.').waitFor()
    await page.locator('.settings-sections').getByRole('link', { name: 'Review' }).click()
    await page.getByText('Sent in').first().waitFor()
  })
})
