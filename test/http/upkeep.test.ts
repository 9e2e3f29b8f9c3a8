/** The upkeep of the service: administrators see how it is set up, test its e-mail, back it up and export everything. */
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anyDialects } from '../support/dialects.ts'
import { sendTestMail } from '../support/inside/outbox.ts'
import { commandActor } from '../support/inside/people.ts'
import { backUpsOf, isOfFullDisk, readConfig } from '../support/inside/service.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { scratch } from '../support/scratch.ts'
import { anEvent, type Json, type TestService, testService } from '../support/service.ts'
import { within } from '../support/within.ts'

for (const { name } of anyDialects()) {
  describe(`the upkeep on ${name}`, () => {
    let service: TestService
    let box: Mailbox
    let folder: string
    let boss: Record<string, string>
    beforeEach(async () => {
      box = await mailbox()
      folder = await scratch('fasti-upkeep-')
      service = await testService(name, {
        FASTI_DATA_DIR: folder,
        FASTI_SMTP_URL: box.url.replace('//', '//postman:s3cret@'),
        FASTI_MAIL_FROM: 'Town <calendar@example.org>',
      })
      boss = (await service.user('administrator', 'ada')).headers
    })
    afterEach(async () => {
      await service.close()
      await box.close()
      await rm(folder, { recursive: true, force: true })
    })

    const giveAddress = (email: string) => {
      const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
      return service.store.accounts.setProfile('ada', { email }, { actor: commandActor, moment })
    }

    async function backUpEnded(): Promise<Json> {
      for (;;) {
        const { back_up } = (await service.get('/upkeep', boss)).body
        if (!back_up.running) return back_up
        await pause(50)
      }
    }

    const noted = async () =>
      (await service.get('/audit?resource=settings', boss)).body.changes.map(({ title }: Json) => title)

    it('is for administrators alone', async () => {
      const { headers: editor } = await service.user('editor')
      const asked = [
        ['GET', '/upkeep'],
        ['POST', '/upkeep/test-mail'],
        ['POST', '/upkeep/back-up'],
        ['GET', '/upkeep/export'],
      ] as const
      for (const [method, path] of asked) {
        expect((await service.ask(method, path)).status, path).toBe(401)
        expect((await service.ask(method, path, undefined, editor)).status, path).toBe(403)
      }
      expect(box.received).toEqual([])
      expect(await readdir(folder)).not.toContain('backups')
      expect(await noted()).toEqual([])
    })

    it('has no dry run of what nobody can take back', async () => {
      for (const path of ['/upkeep/back-up', '/upkeep/test-mail']) {
        const { status, body } = await service.post(`${path}?dry_run=true`, undefined, boss)
        expect([status, body.data.params.dry_run], path).toEqual([400, 'this operation has no dry run'])
      }
      expect(box.received).toEqual([])
      expect(await readdir(folder)).not.toContain('backups')
    })

    it('shows where data, images and e-mail go, and no secret', async () => {
      const { status, body, headers } = await service.get('/upkeep', boss)
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
      const server = new URL(box.url).host
      expect(body.mail).toEqual({
        configured: true,
        server,
        encrypted: false,
        signs_in: true,
        from: 'Town <calendar@example.org>',
        waiting: 0,
      })
      expect(body.storage).toMatchObject({ database: name, images: 'folder', image_count: 0, image_bytes: 0 })
      expect(body.storage.images_place).toBe(join(folder, 'media'))
      expect(body.storage.database_bytes).toBeGreaterThan(10_000)
      expect(body.storage.free_bytes).toBeGreaterThan(0)
      expect(body.submissions).toMatchObject({ open: false, an_hour: 5, waiting: 0, waiting_limit: 200 })
      expect(body.back_up).toMatchObject({ possible: true, running: false, last_utc: '', files: [] })
      const shown = JSON.stringify(body)
      for (const secret of ['s3cret', 'postman', 'postgres:postgres']) expect(shown).not.toContain(secret)
    })

    it('sends a test message to the administrator, or says why it could not', async () => {
      const test = async () => {
        turn += 1
        service.at(`2027-01-15T12:0${turn}:00Z`)
        return (await service.post('/upkeep/test-mail', undefined, boss)).body
      }
      let turn = 0
      expect(await test()).toMatchObject({ sent: false, to: '', reason: 'no_address' })
      await giveAddress('ada@example.org')
      expect(await test()).toEqual({
        sent: true,
        to: 'ada@example.org',
        reason: '',
        said: '',
      })
      expect(box.last().to).toEqual(['ada@example.org'])
      expect((await service.post('/upkeep/test-mail', undefined, boss)).status).toBe(429)
    })

    it('backs up into the data folder, keeps seven files, and tells the last one', async () => {
      await service.post('/events', anEvent(), boss)
      const backups = join(folder, 'backups')
      await mkdir(backups)
      for (const day of [1, 2, 3, 4, 5, 6, 7, 8])
        await writeFile(join(backups, `fasti-2020010${day}T000000Z.backup`), '')
      const begun = await Promise.all([
        service.post('/upkeep/back-up', undefined, boss),
        service.post('/upkeep/back-up', undefined, boss),
      ])
      const [started, refused] = begun.toSorted((one, other) => one.status - other.status)
      expect([started?.status, started?.body.running, refused?.status]).toEqual([200, true, 409])
      expect(refused?.body).toMatchObject({
        code: 'back_up_running',
        message: 'A back-up has been running since 2027-01-15 12:00:00 UTC. Wait until it has ended.',
        data: { started_utc: '2027-01-15 12:00:00' },
      })
      const ended = await within(60, 'the back-up', backUpEnded())
      expect(ended.fault).toBe('')
      const files = (await readdir(backups)).filter((one) => one.endsWith('.backup'))
      expect([files.length, ended.kept]).toEqual([7, 7])
      const [newest] = ended.files as readonly Json[]
      expect(Number(newest?.bytes)).toBe((await stat(join(backups, String(newest?.name)))).size)
      // It is noted as complete after it has its name.
      expect(String(ended.last_utc) >= String(newest?.date_utc)).toBe(true)
      expect((await noted()).filter((title: string) => title === 'back-up started')).toHaveLength(1)
    })

    it('exports everything as the command does, with drafts', async () => {
      await service.post('/events', anEvent({ title: 'Draft', status: 'draft' }), boss)
      const { status, headers, body } = await service.get('/upkeep/export', boss)
      expect([status, headers['content-type']]).toEqual([
        200,
        expect.stringContaining('application/x-ndjson'),
      ])
      expect(headers['content-disposition']).toBe('attachment; filename="fasti-2027-01-15.jsonl"')
      const lines = String(body)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      expect(lines.map(({ title }) => title)).toContain('Draft')
      expect(await noted()).toEqual(['everything exported'])
    })
  })
}

describe('back-ups', () => {
  it('are started once where several workers are asked at the same moment, and each says since when', async () => {
    const folder = await scratch('fasti-workers-')
    const started = 1_800_000_000
    const config = readConfig({ FASTI_DATA_DIR: folder })
    const workers = [1, 2, 3].map(() => backUpsOf(config, () => started))
    let notes = 0
    const note = async () => {
      notes += 1
      await pause(20)
    }
    const since = await Promise.all(workers.map(({ start }) => start(note)))
    expect([since.toSorted(), notes]).toEqual([[started, started, undefined], 1])
    const ended = async () => {
      while ((await workers[0]?.standing())?.isRunning) await pause(50)
    }
    await within(60, 'the back-up', ended())
    await rm(folder, { recursive: true, force: true })
  })

  it('say why the last one failed as it reported, whatever its messages are', async () => {
    const folder = await scratch('fasti-full-')
    const { standing } = backUpsOf(readConfig({ FASTI_DATA_DIR: folder }), () => 2)
    await mkdir(join(folder, 'backups'))
    const ended = { started: 1, ended: 2, pid: process.pid }
    for (const [kept, reason] of [
      [{ fault: 'plus de place', reason: 'full_disk' }, 'full_disk'],
      [{ fault: 'no space left', reason: 'other' }, 'other'],
      [{ fault: 'ENOSPC' }, 'other'],
      [{ fault: 'x', reason: 'fine' }, 'other'],
      [{ fault: '', reason: '' }, ''],
    ] as const) {
      await writeFile(join(folder, 'backups', 'last-run.json'), JSON.stringify({ ...ended, ...kept }))
      expect(await standing()).toMatchObject({ fault: kept.fault, reason })
    }
    await rm(folder, { recursive: true, force: true })
  })

  it('report that the disk is full: that of files, and of the database behind another error', async () => {
    const full = await writeFile('/dev/full', 'x').catch((error: unknown) => error)
    const other = await readdir('/dev/nowhere').catch((error: unknown) => error)
    const ofDatabase = Object.assign(new Error('SQL logic'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    const ofPostgres = Object.assign(new Error('could not extend file'), { code: '53100' })
    const behind = new Error('Can’t write', { cause: full })
    for (const error of [full, behind, ofDatabase, ofPostgres]) expect(isOfFullDisk(error)).toBe(true)
    for (const error of [other, new Error('ENOSPC'), 'ENOSPC']) expect(isOfFullDisk(error)).toBe(false)
  })

  it('of a database in memory are refused, with what to do', async () => {
    const service = await testService('sqlite', { DATABASE_URL: 'sqlite::memory:' })
    const { headers } = await service.user('administrator', 'ada')
    const { status, body } = await service.post('/upkeep/back-up', undefined, headers)
    expect([status, body.code]).toEqual([409, 'back_up_impossible'])
    expect(body.message).toContain('Set DATABASE_URL')
    expect((await service.get('/upkeep', headers)).body.back_up.possible).toBe(false)
    await service.close()
  })
})

describe('a test message', () => {
  const look = { paper: '#fff', raised: '#fff', ink: '#000', quiet: '#555', accent: '#00f', onAccent: '#fff' }
  const sent = (url: string) =>
    sendTestMail(
      { url, from: { name: 'Town', address: 'calendar@example.org' } },
      { to: 'ada@example.org', language: 'de', site: 'Stadtkalender', look: { ...look, logo: undefined } },
    )

  it('arrives in the language of its reader', async () => {
    const box = await mailbox()
    try {
      expect(await sent(box.url)).toEqual({ isSent: true })
      expect(box.last().to).toEqual(['ada@example.org'])
      expect(box.last().text).toContain('kann der Kalender Stadtkalender E-Mails senden')
    } finally {
      await box.close()
    }
  })

  it('tells why it was not sent, without the login', async () => {
    const box = await mailbox()
    box.refuse(550)
    expect(await sent(box.url)).toMatchObject({
      isSent: false,
      reason: 'refused',
      said: expect.stringContaining('refused'),
    })
    const tls = await sent(box.url.replace('smtp:', 'smtps:'))
    expect(tls).toMatchObject({ isSent: false, reason: 'encryption' })
    await box.close()
    const gone = await sent(box.url.replace('//', '//postman:s3cret@'))
    expect(gone).toMatchObject({ isSent: false, reason: 'unreachable' })
    expect(JSON.stringify(gone)).not.toMatch(/postman|s3cret/)
  })
})
