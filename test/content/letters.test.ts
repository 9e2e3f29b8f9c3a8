import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { sessionOf } from '../support/sessions.ts'
import { aSubmission, easilySolved } from '../support/submitting.ts'

for (const { name } of anyDialects()) {
  describe(`e-mail about events in several languages on ${name}`, () => {
    let service: TestService
    let box: Mailbox
    let eve: Record<string, string>
    beforeEach(async () => {
      box = await mailbox()
      service = await testService(name, {
        FASTI_LANGUAGE: 'de',
        FASTI_CONTENT_LANGUAGES: 'de,fr-CH,it,ar',
        FASTI_SUBMISSIONS: 'open',
        FASTI_SMTP_URL: box.url,
        FASTI_MAIL_FROM: 'calendar@example.org',
      })
      eve = (await service.user('editor', 'eve')).headers
    })
    afterEach(async () => {
      await service.close()
      await box.close()
    })
    const lastText = async () => {
      await service.sendDue()
      return box.last().text
    }

    /** Decides on an event whose author reads a language. Returns the text of the e-mail. */
    async function textFor(language: string, translations: Json) {
      const ada = (await service.user('administrator', 'ada')).headers
      const con = (await service.user('contributor', 'con')).headers
      const { id } = (await service.get('/users', ada)).body.users.find(({ login }: Json) => login === 'con')
      const more = { language, email: 'con@example.org' }
      await service.patch(`/users/${id}`, more, await sessionOf(service, 'ada'))
      const event = anEvent({ title: 'Lesung', status: 'pending', translations })
      const { body } = await service.post('/events', event, con)
      await service.post(`/events/${body.id}/decision`, { decision: 'ask', message: 'Wo?' }, eve)
      return lastText()
    }

    it('§15 names an event to its author in the language of the letter', async () => {
      expect(await textFor('fr', { 'fr-CH': { title: 'Lecture' } })).toContain('Lecture')
    })

    it('§15 names it in the language of the site where there is no translation, or only a draft', async () => {
      expect(await textFor('fr', { 'fr-CH': { title: 'Lecture', state: 'draft' } })).toContain('Lesung')
    })

    it('§15 names it in the language of the site to readers whose language content does not have', async () => {
      expect(await textFor('es', { 'fr-CH': { title: 'Lecture' } })).toContain('Lesung')
    })

    it('§15 names the language of a title in another one than the letter, for screen readers', async () => {
      await textFor('fr', { it: { title: 'Lettura' } })
      expect(box.last().html).toContain('<span lang="de" dir="ltr">Lesung</span>')
      expect(box.last().html).toMatch(/^<!doctype html>\s*<html lang="fr"/)
    })

    it('§15 names no language of a title in that of the letter', async () => {
      await textFor('fr', { 'fr-CH': { title: 'L<b>ecture & co' } })
      expect(box.last().html).toContain('Lecture &amp; co')
      expect(box.last().html).not.toContain('<span lang')
      expect(box.last().html).not.toContain('\0')
    })

    it('§15 names a submitted event in the language in which it was submitted', async () => {
      const { body } = await service.post(
        '//fr/cal/events/v1/submissions',
        aSubmission({ proof: await easilySolved(service), title: 'Markttag' }),
      )
      const [{ event }] = (await service.get('/submissions', eve)).body.submissions
      await service.patch(
        `/events/${event.id}`,
        { translations: { 'fr-CH': { title: 'Jour de marché' } } },
        eve,
      )
      await service.post(`/submissions/${body.id}/decision`, { decision: 'approve' }, eve)
      const text = await lastText()
      expect(text).toContain('Jour de marché')
      expect(text).toContain('/fr/event/markttag/')
    })
  })
}
