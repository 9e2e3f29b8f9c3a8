/** Named views: filters and order of a list under a name. They are kept in this browser, for each user. */
import { signal } from '@preact/signals'
import { currentUser } from '../api/api.ts'
import { Fields, type FormRow } from '../edited/fields.tsx'
import { EditedForm } from '../edited/form.tsx'
import { useSentForm } from '../edited/use-edited-item.ts'
import { keep, readKept } from '../kept/keep.ts'
import { Button } from '../parts/button.tsx'
import { SheetMenu } from '../shell/action-menu.tsx'
import { t } from '../words/index.ts'

type NamedQueries = Readonly<Record<string, string>>

/** Where the views of a list are kept; those of events came first, and have no name of a list. */
const keyOf = (list: string) =>
  ['fasti-desk-views', currentUser()?.id ?? 0, ...(list === 'events' ? [] : [list])].join(':')
const turn = signal(0)

function storedViews(list: string): NamedQueries {
  turn.value
  return JSON.parse(readKept(keyOf(list)) ?? '{}') as NamedQueries
}

function store(list: string, views: NamedQueries): void {
  keep(keyOf(list), JSON.stringify(views))
  turn.value += 1
}

interface ViewsProps {
  readonly list: string
  /** The query of the shown list, without its page; empty for the usual list. */
  readonly query: string
  readonly show: (query: string) => void
}

const nameRows: readonly FormRow[] = [{ name: 'view-name', label: 'view.name' }]

function ViewForm({ list, query, fold }: Omit<ViewsProps, 'show'> & { readonly fold: () => void }) {
  const state = useSentForm(`${list}/views`, { 'view-name': '' }, async ({ 'view-name': name }) => ({ name }))
  const { values, faults, set } = state
  const saved = ({ name }: { readonly name: string }) => {
    store(list, { ...storedViews(list), [name.trim()]: query })
    fold()
  }
  return (
    <EditedForm state={state} rows={nameRows} saved={saved} class="sheet">
      <Fields rows={nameRows} values={values} faults={faults} set={set} />
      <Button type="submit" class="main" disabled={values['view-name'].trim() === ''} label={t('save')} />
    </EditedForm>
  )
}

/** The views, and a form to name the shown one; `usual` names the list without filters. */
export function NamedViews({ list, usual, query, show }: ViewsProps & { readonly usual: string }) {
  const stored = storedViews(list)
  const views = Object.entries(stored)
  const current = views.find(([, one]) => one === query)?.[0]
  if (views.length === 0 && query === '') return null
  const remove = () => store(list, Object.fromEntries(views.filter(([name]) => name !== current)))
  return (
    <nav class="named-views" aria-label={t('views')}>
      <Button class="choice" aria-pressed={query === ''} onClick={() => show('')} label={usual} />
      {views.map(([name, one]) => (
        <Button
          key={name}
          class="choice"
          aria-pressed={name === current}
          onClick={() => show(one)}
          label={name}
        />
      ))}
      {current === undefined && query !== '' && (
        <SheetMenu summary={<summary>{t('view.save')}</summary>}>
          {(fold) => <ViewForm list={list} query={query} fold={fold} />}
        </SheetMenu>
      )}
      {current !== undefined && (
        <Button class="quiet" onClick={remove} label={t('view.remove', { name: current })} />
      )}
    </nav>
  )
}
