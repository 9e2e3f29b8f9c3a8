/** The upkeep of the service in sections: moderation, e-mail, storage, back-ups, and the export of everything. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { callApi } from '../api/api.ts'
import { faultMessage, faultOfThrown } from '../api/faults.ts'
import { loadFile } from '../api/files.ts'
import type { Upkeep } from '../api/types.ts'
import { Button } from '../parts/button.tsx'
import { ErrorText } from '../parts/field.tsx'
import { saveAsFile } from '../parts/files.tsx'
import { Link } from '../parts/link.tsx'
import { LoadedContent, useLoaded } from '../parts/loaded.tsx'
import { notify, showFault } from '../parts/notice.tsx'
import { FoldedSection } from '../parts/sections.tsx'
import { utcAsSiteTimeText } from '../time/wall.ts'
import { sizeText, t } from '../words/index.ts'

// Back-ups on the server, and the export of everything.

type BackUps = Upkeep['back_up']

/** Milliseconds between two looks at a back-up that runs. */
const PAUSE = 1500

/** The back-ups as they stand, looked at again while one runs, and starting one. */
function useBackUps(loaded: BackUps) {
  const [backUps, setBackUps] = useState(loaded)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!backUps.running) return undefined
    const timer = setTimeout(() => {
      callApi<Upkeep>('GET', '/upkeep').then(
        ({ body }) => setBackUps(body.back_up),
        // The network may be away: it is asked again.
        () => setTurn((last) => last + 1),
      )
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [backUps, turn])
  const start = () =>
    callApi<BackUps>('POST', '/upkeep/back-up').then(({ body }) => setBackUps(body), refused)
  const refused = async (error: unknown) => {
    if (faultOfThrown(error).code !== 'back_up_running') return showFault(error)
    // Another tab or administrator has started it.
    const { back_up } = (await callApi<Upkeep>('GET', '/upkeep')).body
    setBackUps(back_up)
    notify(t('upkeep.back-up.since', { time: utcAsSiteTimeText(back_up.started_utc) }))
  }
  return { backUps, start }
}

interface SlowActProps {
  readonly label: string
  /** Said while it runs. */
  readonly running?: string
  /** Returns what came of it. */
  readonly act: () => Promise<string>
  readonly children?: ComponentChildren
}

/** The button of an act that takes a while, and what came of it. */
function SlowAct({ label, running = '', act, children }: SlowActProps) {
  const [isBusy, setBusy] = useState(false)
  const [result, setResult] = useState({ said: '', fault: '' })
  const run = async () => {
    setBusy(true)
    setResult({ said: '', fault: '' })
    setResult(
      await act().then(
        (said) => ({ said, fault: '' }),
        (error: unknown) => ({ said: '', fault: faultMessage(error) }),
      ),
    )
    setBusy(false)
  }
  return (
    <>
      <div class="actions">
        <Button disabled={isBusy} onClick={() => void run()} label={label} />
      </div>
      {children}
      <ErrorText>{result.fault}</ErrorText>
      <p role="status">{isBusy ? running : result.said}</p>
    </>
  )
}

/** Saves the export of everything as a file. Throws a Fault. */
async function saveExport(): Promise<string> {
  const type = 'application/x-ndjson'
  saveAsFile('fasti.jsonl', type, await loadFile('/upkeep/export', type))
  return ''
}

/** Returns why the last back-up failed: in words, or the messages of its command. */
const faultText = ({ fault, fault_reason: reason }: BackUps) =>
  reason === 'stopped' || reason === 'full_disk' ? t(`upkeep.back-up.${reason}`) : fault

/** The section of back-ups and the export. */
function BackUpSection({ back_up: loaded }: Pick<Upkeep, 'back_up'>) {
  const { backUps, start } = useBackUps(loaded)
  const { possible, running, fault, last_utc: last, folder, kept, files, written_bytes: written } = backUps
  const line =
    last === '' ? t('upkeep.back-up.never') : t('upkeep.back-up.last', { time: utcAsSiteTimeText(last) })
  return (
    <FoldedSection title={t('upkeep.back-ups')} line={line}>
      <p>{line}</p>
      {fault !== '' && <ErrorText>{t('upkeep.back-up.failed', { fault: faultText(backUps) })}</ErrorText>}
      {possible && (
        <>
          <div class="actions">
            <Button disabled={running} onClick={() => void start()} label={t('upkeep.back-up.now')} />
          </div>
          <p role="status">{running && t('upkeep.back-up.running', { size: sizeText(written) })}</p>
          <p class="hint">{t('upkeep.back-up.hint', { kept, folder })}</p>
          <ul>
            {files.map(({ name, bytes }) => (
              <li key={name}>
                {name} · {sizeText(bytes)}
              </li>
            ))}
          </ul>
          <SlowAct label={t('upkeep.export')} running={t('export.running')} act={saveExport}>
            <p class="hint">{t('upkeep.export.hint')}</p>
          </SlowAct>
        </>
      )}
    </FoldedSection>
  )
}

const loadUpkeep = async () => (await callApi<Upkeep>('GET', '/upkeep')).body

function ModerationSection({ submissions }: Pick<Upkeep, 'submissions'>) {
  const { open, an_hour: hour, waiting, waiting_limit, space_used, space_limit } = submissions
  const line = t(open ? 'upkeep.open' : 'upkeep.closed')
  const limit = `${sizeText(space_limit)} (FASTI_SUBMISSIONS_SPACE)`
  const limits = { hour, waiting: waiting_limit, used: sizeText(space_used), limit }
  return (
    <FoldedSection title={t('upkeep.moderation')} line={line}>
      <p>{line}</p>
      {(open || waiting > 0) && (
        <p>
          {t('upkeep.waiting', { count: waiting })} <Link to="/review">{t('review')}</Link>
        </p>
      )}
      {open && <p>{t('upkeep.limits', limits)}</p>}
      <p>{t('upkeep.contributors')}</p>
    </FoldedSection>
  )
}

type MailTest = components['schemas']['MailTest']

/** Returns the result of a test in words, with what the server said. */
function resultText({ sent, to, reason, said }: MailTest): string {
  if (sent || reason === '') return t('upkeep.mail.sent', { to })
  return [t(`upkeep.mail.${reason}`), ...(said === '' ? [] : [t('upkeep.mail.said', { said })])].join(' ')
}

const testMail = async () => resultText((await callApi<MailTest>('POST', '/upkeep/test-mail')).body)

/** The section of e-mail. */
function MailSection({ mail }: Pick<Upkeep, 'mail'>) {
  const line = mail.configured
    ? t('upkeep.mail.line', { from: mail.from, server: mail.server })
    : t('upkeep.mail.no_server')
  return (
    <FoldedSection title={t('upkeep.mail')} line={line}>
      <p>{mail.configured ? line : t('upkeep.mail.none')}</p>
      {mail.waiting > 0 && <p>{t('upkeep.mail.waiting', { count: mail.waiting })}</p>}
      {mail.configured && <SlowAct label={t('upkeep.mail.test')} act={testMail} />}
    </FoldedSection>
  )
}

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

function StorageSection({ storage }: Pick<Upkeep, 'storage'>) {
  const { database, database_place, database_bytes, images, images_place, free_bytes } = storage
  const name = databases[database]
  const data = { size: sizeText(database_bytes), database: name, place: database_place || t('upkeep.memory') }
  const place = images === 'bucket' ? t('upkeep.bucket', { place: images_place }) : images_place
  const free = free_bytes === null ? undefined : t('upkeep.free', { size: sizeText(free_bytes) })
  return (
    <FoldedSection title={t('upkeep.storage')} line={[name, data.size, ...(free ? [free] : [])].join(' · ')}>
      <p>{t('upkeep.data', data)}</p>
      <p>{t('upkeep.images', { count: storage.image_count, size: sizeText(storage.image_bytes), place })}</p>
      {free && <p>{free}</p>}
    </FoldedSection>
  )
}

/** The sections, in which nothing is typed: what they show is set where the service runs. */
export function UpkeepSections() {
  const loaded = useLoaded(loadUpkeep, [])
  return (
    <LoadedContent of={loaded}>
      {({ mail, storage, back_up, submissions }) => (
        <div class="settings-sections">
          <h2>{t('upkeep')}</h2>
          <ModerationSection submissions={submissions} />
          <MailSection mail={mail} />
          <StorageSection storage={storage} />
          <BackUpSection back_up={back_up} />
        </div>
      )}
    </LoadedContent>
  )
}
