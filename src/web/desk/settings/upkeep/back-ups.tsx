/** Back-ups on the server, and the export of everything. */
import { useEffect, useState } from 'preact/hooks'
import { sendAcrossSessions } from '../../api/across-sessions.ts'
import { apiUrl, callApi, requestHeaders } from '../../api/api.ts'
import { faultMessage, faultOfThrown, RequestFault } from '../../api/faults.ts'
import type { Upkeep } from '../../api/types.ts'
import { saveAsFile } from '../../export/download.ts'
import { ErrorText } from '../../parts/error-text.tsx'
import { notify, showFault } from '../../parts/notice.tsx'
import { FoldedSection } from '../../parts/part.tsx'
import { utcAsBrowserTimeText } from '../../time/zones.ts'
import { t } from '../../words/index.ts'
import { sizeText } from '../../words/size-text.ts'

type BackUps = Upkeep['back_up']

/** Milliseconds between two looks at a back-up that runs. */
const PAUSE = 1500

/** Returns everything as a file. Throws a Fault. */
async function everything(): Promise<Blob> {
  const headers = { ...requestHeaders('GET'), Accept: 'application/x-ndjson, application/json' }
  const response = await fetch(apiUrl('/upkeep/export'), { headers }).catch(() => undefined)
  const file = response?.ok === true ? await response.blob().catch(() => undefined) : undefined
  if (file !== undefined) return file
  throw new RequestFault(response?.ok === true ? 0 : (response?.status ?? 0), {})
}

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
    notify(t('upkeep.back-up.since', { time: utcAsBrowserTimeText(back_up.started_utc) }))
  }
  return { backUps, start }
}

function ExportButton() {
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const save = async () => {
    setBusy(true)
    setFault('')
    await sendAcrossSessions(everything).then(
      (file) => saveAsFile('fasti.jsonl', 'application/x-ndjson', file),
      (error: unknown) => setFault(faultMessage(error)),
    )
    setBusy(false)
  }
  return (
    <>
      <div class="actions">
        <button type="button" disabled={isBusy} onClick={() => void save()}>
          {t('upkeep.export')}
        </button>
      </div>
      <p class="hint">{t('upkeep.export.hint')}</p>
      <ErrorText>{fault}</ErrorText>
      <p class="hint" role="status">
        {isBusy && t('export.running')}
      </p>
    </>
  )
}

/** Returns why the last back-up failed: in words, or the messages of its command. */
const faultText = ({ fault, fault_reason: reason }: BackUps) =>
  reason === 'stopped' || reason === 'full_disk' ? t(`upkeep.back-up.${reason}`) : fault

/** The section of back-ups and the export. */
export function BackUpSection({ back_up: loaded }: Pick<Upkeep, 'back_up'>) {
  const { backUps, start } = useBackUps(loaded)
  const { possible, running, fault, last_utc: last, folder, kept, files, written_bytes: written } = backUps
  const line =
    last === '' ? t('upkeep.back-up.never') : t('upkeep.back-up.last', { time: utcAsBrowserTimeText(last) })
  return (
    <FoldedSection title={t('upkeep.back-ups')} line={line}>
      <p>{line}</p>
      {fault !== '' && <ErrorText>{t('upkeep.back-up.failed', { fault: faultText(backUps) })}</ErrorText>}
      {possible && (
        <>
          <div class="actions">
            <button type="button" disabled={running} onClick={() => void start()}>
              {t('upkeep.back-up.now')}
            </button>
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
          <ExportButton />
        </>
      )}
    </FoldedSection>
  )
}
