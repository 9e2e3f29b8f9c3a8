/** How e-mail is sent, with a test message to whoever looks. */
import { useState } from 'preact/hooks'
import type { components } from '../../../../../clients/typescript/src/schema.ts'
import { callApi } from '../../api/api.ts'
import { faultMessage } from '../../api/faults.ts'
import type { Upkeep } from '../../api/types.ts'
import { FoldedSection } from '../../parts/part.tsx'
import { t } from '../../words/index.ts'

type MailTest = components['schemas']['MailTest']

/** Returns the result of a test in words, with what the server said. */
function resultText({ sent, to, reason, said }: MailTest): string {
  if (sent || reason === '') return t('upkeep.mail.sent', { to })
  return [t(`upkeep.mail.${reason}`), ...(said === '' ? [] : [t('upkeep.mail.said', { said })])].join(' ')
}

/** The section of e-mail. */
export function MailSection({ mail }: Pick<Upkeep, 'mail'>) {
  const [result, setResult] = useState('')
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    setResult('')
    setResult(
      await callApi<MailTest>('POST', '/upkeep/test-mail').then(
        ({ body }) => resultText(body),
        (error: unknown) => faultMessage(error),
      ),
    )
    setBusy(false)
  }
  const line = mail.configured
    ? t('upkeep.mail.line', { from: mail.from, server: mail.server })
    : t('upkeep.mail.no_server')
  return (
    <FoldedSection title={t('upkeep.mail')} line={line}>
      <p>{mail.configured ? line : t('upkeep.mail.none')}</p>
      {mail.waiting > 0 && <p>{t('upkeep.mail.waiting', { count: mail.waiting })}</p>}
      {mail.configured && (
        <div class="actions">
          <button type="button" disabled={isBusy} onClick={() => void test()}>
            {t('upkeep.mail.test')}
          </button>
        </div>
      )}
      <p role="status">{result}</p>
    </FoldedSection>
  )
}
