import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk, violationsInView } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'
import { remoteServer } from '../support/remote-server.ts'
import type { Json } from '../support/service.ts'

const federation = { FASTI_FEDERATION: 'on', FASTI_FEDERATION_HOSTS: '127.0.0.1' }

describeInBrowser('the social web at the desk', (open) => {
  let { service, headers, made }: SignedDesk = {} as SignedDesk
  beforeAll(async () => {
    ;({ service, headers, made } = await signedDesk(federation))
  })
  afterAll(() => service.close())

  const opened = async (more: Json, login = 'ada') =>
    service.desk(open, `/events/${await made({ title: 'Concert', ...more })}`, login)
  const button = 'On the social web'

  it('§19 an event that is published shows how each program reads it', async () => {
    const venue = { venue: 'Hall', city: 'Bern', geo_lat: 47, geo_lng: 8.5, website: 'https://hall.example/' }
    const page = await opened({ venue, categories: ['Konzerte'], description: '<p>Loud</p>' })
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: 'As other programs read it' })
    await dialog.getByRole('heading', { name: 'Gancio' }).waitFor()
    const headings = await dialog.getByRole('heading', { level: 3 }).allTextContents()
    expect(headings).toEqual(['Mastodon', 'Mobilizon', 'Gancio', 'WordPress (Event Bridge)'])
    const text = await dialog.innerText()
    for (const part of [
      'Concert',
      'Loud',
      '4 May 2030',
      'Takes it and shows:',
      'Hall, Bern',
      '47, 8.5',
      'MUSIC',
      'CONFIRMED',
    ])
      expect(text).toContain(part)
    expect(await violationsInView(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('§19 one that is hidden from lists says that others may not read it', async () => {
    const page = await opened({ hide_from_listings: true })
    await page.getByLabel('More actions').click()
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByText('Others may not read this event.').waitFor()
    expect(await violationsInView(page)).toEqual([])
  })

  it('§19 neither a draft nor an author has the preview', async () => {
    const draft = await opened({ status: 'draft' })
    await draft.getByLabel('More actions').click()
    expect(await draft.getByRole('button', { name: button }).count()).toBe(0)
    await service.person('otto', 'author')
    const { cookie, csrf } = await service.session('otto')
    const own = await service.post(
      '/events',
      { title: 'Mine', start_date: '2030-05-04', end_date: '2030-05-04' },
      { ...cookie, ...csrf },
    )
    await service.patch(`/events/${own.body.id}`, { status: 'publish' }, headers)
    const page = await service.desk(open, `/events/${own.body.id}`, 'otto')
    await page.getByLabel('More actions').click()
    expect(await page.getByRole('button', { name: button }).count()).toBe(0)
  })

  it('§19 the view says to how many servers each activity went, and why one did not get it', async () => {
    const remote = await remoteServer()
    try {
      await service.get('/federation', headers)
      await service.federation?.deliver()
      const follower = remote.address('/users/bob')
      const [host, delivered_to, activity] = [remote.host, remote.address('/inbox'), `${follower}/follow`]
      const kept = { follower, inbox: `${follower}/inbox`, delivered_to, host, activity, created_utc: 0 }
      await service.store.federation.followers.add({ ...kept, actor_id: 1, state: 'accepted' })
      const id = await made({ title: 'Sent concert' })
      await service.federation?.deliver()
      remote.answer(503)
      await service.patch(`/events/${id}`, { title: 'Big concert' }, headers)
      await service.federation?.deliver()
      const page = await service.desk(open, '/federation')
      const rows = page.locator('.line').filter({ hasText: 'Big concert' })
      await rows.first().waitFor()
      const texts = await rows.allInnerTexts()
      expect(texts).toHaveLength(2)
      expect(texts[0]).toMatch(/Changed .*to 1 server · arrived: 0 · waiting: 1 · failed: 0/s)
      expect(texts[1]).toMatch(/New .*to 1 server · arrived/s)
      await rows.first().getByText('Where it did not arrive').click()
      await rows.first().getByText(`${host}: it has a fault of its own (503) · is tried again`).waitFor()
      const server = page.locator('.line').filter({ hasText: 'last received' })
      expect(await server.innerText()).toMatch(/1 follower .*waiting: 1.*a fault of its own \(503\)/s)
      expect(await violationsInView(page)).toEqual([])
    } finally {
      await remote.close()
    }
  })

  it('says on buttons what they do, and to programs also to whom', async () => {
    await service.get('/federation', headers)
    const follower = 'https://far.example/users/a-name-of-some-length'
    const kept = { follower, inbox: `${follower}/inbox`, delivered_to: `${follower}/inbox`, created_utc: 0 }
    const more = { host: 'far.example', activity: `${follower}/follow`, actor_id: 1 }
    await service.store.federation.followers.add({ ...kept, ...more, state: 'pending' })
    const alice = {
      follower: 'https://far.example/users/alice/actor',
      activity: 'https://far.example/follow/2',
    }
    await service.store.federation.followers.add({ ...kept, ...more, ...alice, state: 'accepted' })
    await service.ask('PUT', '/federation/blocks/near.example', undefined, headers)
    const page = await service.desk(open, '/federation')
    const texts = []
    for (const name of [/^Accept .*far\.example/, /^Remove @.*far\.example/, /^Unblock near\.example$/])
      texts.push(await page.getByRole('button', { name }).innerText())
    expect(texts).toEqual(['Accept', 'Remove', 'Unblock'])
    // As people call it.
    const link = page.getByRole('link', { name: '@a-name-of-some-length@far.example' })
    expect(await link.getAttribute('href')).toBe(follower)
    // What names nobody stays an address.
    await page.getByRole('link', { name: /^far\.example\/users\/alice\/actor$/ }).waitFor()
    expect(await violationsInView(page)).toEqual([])
  })
})
