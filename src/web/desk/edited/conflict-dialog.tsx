/** Another user has changed the same fields. The user chooses a value for each. */
import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'

/** A field that both have changed, with both values as texts. */
interface ConflictRow<N extends string> {
  readonly name: N
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

interface SideProps {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly isChosen: boolean
  readonly choose: () => void
}

function Side({ name, label, text, isChosen, choose }: SideProps) {
  return (
    <label class="side">
      <input type="radio" name={`conflict-${name}`} checked={isChosen} onChange={choose} />
      <span>
        <strong>{label}</strong>
        <span class="text">{text === '' ? t('nothing') : text}</span>
      </span>
    </label>
  )
}

interface ConflictProps<N extends string> {
  readonly rows: readonly ConflictRow<N>[]
  /** Gets the names of the fields whose own value is kept. */
  readonly settle: (mine: ReadonlySet<N>) => void
  /** Goes back to the form, and changes nothing. */
  readonly close: () => void
}

/** Asks for each field which value is kept. */
export function ConflictDialog<N extends string>({ rows, settle, close }: ConflictProps<N>) {
  const [kept, setKept] = useState<ReadonlySet<N>>(new Set(rows.map(({ name }) => name)))
  const keep = (name: N, isMine: boolean) => {
    const next = new Set(kept)
    if (isMine) next.add(name)
    else next.delete(name)
    setKept(next)
  }
  return (
    <Dialog title={t('conflict')} onClose={close} class="wide">
      <p>{t('conflict.text')}</p>
      {rows.map(({ name, label, mine, theirs }) => {
        const side = (text: string, isMine: boolean) => (
          <Side
            name={name}
            label={t(isMine ? 'conflict.mine' : 'conflict.theirs')}
            text={text}
            isChosen={kept.has(name) === isMine}
            choose={() => keep(name, isMine)}
          />
        )
        return (
          <fieldset key={name} class="sides">
            <legend>{label}</legend>
            {side(mine, true)}
            {side(theirs, false)}
          </fieldset>
        )
      })}
      <div class="actions">
        <button type="button" class="main" onClick={() => settle(kept)}>
          {t('conflict.save')}
        </button>
        <button type="button" onClick={close}>
          {t('conflict.back')}
        </button>
      </div>
    </Dialog>
  )
}
