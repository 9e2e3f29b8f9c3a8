/** Asks which dates of a series an act is about, such as this one, this and the following, or all. */
import { useState } from 'preact/hooks'
import type { EventItem } from '../api/types.ts'
import { ask, Dialog, SubmitOrCancel } from '../parts/dialog.tsx'
import { RadioField } from '../parts/field.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { dayText } from '../time/wall.ts'
import { t } from '../words/index.ts'
import { countDatesByScope } from './series-dates.ts'

/** The scopes of a change to the values of an event. */
export const everyScope = ['this', 'following', 'all'] as const
export type SeriesScope = (typeof everyScope)[number]

/** The scopes to choose from, and how many dates each has, as far as that is told. */
interface Scopes<S extends string> {
  readonly scopes: readonly (readonly [scope: S, text: string])[]
  readonly count: () => Promise<Partial<Readonly<Record<S, number>>>>
}

interface Question<S extends string> extends Scopes<S> {
  readonly title: string
  /** What stands on the button that does it. */
  readonly act: string
  readonly isDangerous: boolean
  /** Why a scope is not offered. */
  readonly hint?: string
}

/** Opens the dialog. Returns the scope, or undefined if the user cancels. */
export const askScope = <S extends string>(question: Question<S>): Promise<S | undefined> =>
  ask((answer) => <ScopeForm question={question} answer={answer} />)

/** Returns scopes of saving or removing an event, with the day that is this date. */
export const scopesOfEvent = (
  act: 'save' | 'trash',
  scopes: readonly SeriesScope[],
  event: EventItem | undefined,
  lines?: readonly string[],
): Scopes<SeriesScope> => ({
  scopes: scopes.map((scope) => [
    scope,
    `${t(`scope.${scope}`)}${event !== undefined && scope === 'this' ? ` · ${dayText(event.start_date)}` : ''}`,
  ]),
  count: async () => (event === undefined ? {} : countDatesByScope(event, act, lines)),
})

/** Asks for the scope of saving or removing an event, whose form has other lines of recurrence if some are given. */
export const askSeriesScope = (
  act: 'save' | 'trash',
  scopes: readonly SeriesScope[],
  event: EventItem | undefined,
  lines?: readonly string[],
): Promise<SeriesScope | undefined> =>
  askScope<SeriesScope>({
    title: t(`scope.${act}`),
    act: t(act === 'trash' ? 'bulk.trash' : 'save'),
    isDangerous: act === 'trash',
    ...(!scopes.includes('this') && { hint: t('scope.of-series') }),
    ...scopesOfEvent(act, scopes, event, lines),
  })

interface ChoiceProps<S extends string> extends Scopes<S> {
  readonly value: S | undefined
  readonly onChange: (scope: S) => void
  /** Whether a dialog begins with it. */
  readonly autofocus?: boolean
}

export function ScopeChoice<S extends string>({ scopes, count, ...field }: ChoiceProps<S>) {
  const counts = useLoaded(count, []).value
  const textOf = (scope: S, text: string) => {
    const dates = counts?.[scope]
    return dates === undefined ? text : `${text} · ${t('scope.dates', { count: dates })}`
  }
  const options = scopes.map(([scope, text]) => [scope, textOf(scope, text)] as const)
  return <RadioField name="scope" label={t('scope')} options={options} {...field} />
}

interface FormProps<S extends string> {
  readonly question: Question<S>
  readonly answer: (scope: S | undefined) => void
}

function ScopeForm<S extends string>({ question, answer }: FormProps<S>) {
  const { title, act, isDangerous, hint, scopes, count } = question
  const [chosen, choose] = useState(scopes[0]?.[0])
  const submit = (event: Event) => {
    event.preventDefault()
    answer(chosen)
  }
  return (
    <Dialog title={title} onClose={() => answer(undefined)}>
      <form onSubmit={submit}>
        <ScopeChoice scopes={scopes} count={count} value={chosen} onChange={choose} autofocus />
        {hint && <p class="hint">{hint}</p>}
        <SubmitOrCancel label={act} isDangerous={isDangerous} cancel={() => answer(undefined)} />
      </form>
    </Dialog>
  )
}
