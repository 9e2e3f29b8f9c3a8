/** Forms of the desk: their order, their words, and fields that are folded. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedDesk, signedDesk } from '../support/at-desk.ts'
import { describeInBrowser } from '../support/browser.ts'

describeInBrowser('forms of the desk', (open) => {
  let desk: SignedDesk
  beforeAll(async () => {
    desk = await signedDesk()
  })
  afterAll(() => desk.service.close())

  it('fold the coordinates of a venue, and show them in one line', async () => {
    const body = { venue: 'Lighthouse', geo_lat: 52.01, geo_lng: 3.62 }
    const { id } = (await desk.service.post('/venues', body, desk.headers)).body
    const page = await desk.service.desk(open, `/venues/${id}`)
    const section = page.locator('details', { hasText: 'Map' })
    expect(await section.getByLabel('Latitude').inputValue()).toBe('52.01')
    // Tests open all sections at first.
    await section.locator('summary').click()
    await section.getByText('52.01 · 3.62').waitFor()
    // Beside the map that they lead to, and above what is written about the place.
    const after = page.getByText('Description', { exact: true })
    const [line, link, text] = await Promise.all(
      [section, page.getByRole('link', { name: 'Show on a map' }), after].map((one) => one.boundingBox()),
    )
    expect(link?.y).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0))
    expect(line?.y).toBeLessThan(text?.y ?? 0)
    expect(await section.getByLabel('Latitude').isVisible()).toBe(false)
  })

  it('show refused lines of an import, and the choices for its columns, in the language of the reader', async () => {
    const page = await desk.service.desk(open, '/import')
    await page.goto(`${desk.service.base}/de/desk/import`)
    const buffer = Buffer.from('Titel;Datum\nFest;irgendwann\n')
    await page.locator('input[type=file]').setInputFiles({ name: 'fest.csv', mimeType: 'text/csv', buffer })
    await page.getByText('Beginn: ').first().waitFor()
    const choices = await page.locator('[name=column-0] option').allInnerTexts()
    expect(choices.filter((choice) => /^[a-z]+(_[a-z]+)*$/.test(choice))).toEqual([])
  })

  it('say what is wrong with a field in the language of the reader', async () => {
    const page = await desk.service.desk(open, '/events/new')
    await page.goto(`${desk.service.base}/de/desk/organizers/new`)
    await page.locator('[name=organizer]').fill('Chor')
    await page.locator('[name=email]').fill('chor')
    await page.keyboard.press('ControlOrMeta+s')
    const words = 'Das muss eine E-Mail-Adresse sein, etwa name@example.org.'
    await page.locator('.wrong', { hasText: words }).last().waitFor()
  })

  it('say why an image or an address is refused in the language of the reader', async () => {
    const page = await desk.service.desk(open, '/events/new')
    const svg = (text: string) => ({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) })
    const refused = [
      [svg('<svg xmlns="http://www.w3.org/2000/svg"><circle r="5"/></svg>'), 'Dem SVG fehlt die Größe'],
      [svg('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><'), 'Das SVG ist nicht lesbar'],
      [{ ...svg('No image'), name: 'logo.png' }, 'Die Datei muss ein Bild im Format JPEG'],
    ] as const
    await page.goto(`${desk.service.base}/de/desk/settings`)
    for (const [file, words] of refused) {
      await page.locator('[name=file]').first().setInputFiles(file)
      await page.getByText(`${file.name}: ${words}`).first().waitFor()
    }
    await page.goto(`${desk.service.base}/de/desk/venues/new`)
    await page.locator('[name=venue]').fill('Leuchtturm')
    await page.locator('[name=website]').fill('leuchtturm')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Das muss eine Adresse sein, die mit http').first().waitFor()
  })

  it('name the calendar where an invited person sets a password', async () => {
    const page = await desk.service.desk(open, '/password#none')
    await page.locator('.gate .mark', { hasText: 'Fasti' }).waitFor()
  })

  it('give a shared preview as a link that is copied by a button', async () => {
    const id = await desk.made({ title: 'Vigil', status: 'draft' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.getByLabel('More actions').first().click()
    await page.getByRole('button', { name: 'Share the preview' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).waitFor()
    const link = await page.getByRole('dialog').locator('code').innerText()
    expect((await fetch(link)).status).toBe(200)
  })

  it('end a shared preview once there is one', async () => {
    const id = await desk.made({ title: 'Wake', status: 'draft' })
    const page = await desk.service.desk(open, `/events/${id}`)
    await page.route('**/preview-links', (route) => route.abort())
    await page.getByLabel('More actions').first().click()
    await page.getByRole('button', { name: 'Share the preview' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('alert').waitFor()
    const buttons = async () => (await dialog.getByRole('button').allInnerTexts()).length
    // To try again, and to close.
    expect(await buttons()).toBe(2)
    await page.unroute('**/preview-links')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await dialog.locator('button.danger').count()).toBe(1)
  })
})
