/** Maps paths to views. */
import type { JSX } from 'preact'
import { Account } from '../accounts/account.tsx'
import { ConfirmEmail } from '../accounts/confirm-email.tsx'
import { Users } from '../accounts/users.tsx'
import { CalendarView } from '../calendar/view.tsx'
import { EventEditor } from '../events/editor.tsx'
import { EventList } from '../events/list/list.tsx'
import { FederationView } from '../federation/view.tsx'
import { GroupEditor } from '../groups/editor.tsx'
import { MainInbox } from '../groups/inbox-view.tsx'
import { GroupList } from '../groups/list.tsx'
import { ChangeLog } from '../history/log.tsx'
import { ImportView } from '../import/view.tsx'
import { ItemEditor } from '../items/editor.tsx'
import { ItemList } from '../items/list.tsx'
import { TrashView } from '../items/trash.tsx'
import { MediaLibrary } from '../media/library.tsx'
import { Overview } from '../overview/overview.tsx'
import { Review } from '../review/view.tsx'
import { SettingsView } from '../settings/view.tsx'
import { SetupView } from '../start/view.tsx'
import { Subscriptions } from '../subscriptions/view.tsx'
import { Categories } from '../terms/categories.tsx'
import { Tags } from '../terms/tags.tsx'
import { TranslationEditor } from '../translating/editor.tsx'
import { isTranslatedCollection } from '../translating/translation.ts'
import { TranslationsView } from '../translating/view.tsx'
import { Webhooks } from '../webhooks/view.tsx'
import { t } from '../words/index.ts'
import { Title } from './title.tsx'

type View = (...parts: readonly string[]) => JSX.Element

const idOf = (part: string) => (part === 'new' ? undefined : Number(part))

const views: readonly (readonly [RegExp, View])[] = [
  [/^\/$/, () => <Overview />],
  [/^\/start$/, () => <SetupView />],
  [/^\/calendar$/, () => <CalendarView />],
  [/^\/events$/, () => <EventList />],
  [/^\/events\/(new|\d+)$/, (id = '') => <EventEditor key={id} id={idOf(id)} />],
  [
    /^\/(venues|organizers)$/,
    (name = '') => <ItemList key={name} name={name === 'venues' ? name : 'organizers'} />,
  ],
  [
    /^\/(venues|organizers)\/(new|\d+)$/,
    (name = '', id = '') => (
      <ItemEditor key={name + id} name={name === 'venues' ? name : 'organizers'} id={idOf(id)} />
    ),
  ],
  [/^\/groups$/, () => <GroupList />],
  [/^\/groups\/(new|\d+)$/, (id = '') => <GroupEditor key={id} id={idOf(id)} />],
  [/^\/main-calendar$/, () => <MainInbox />],
  [/^\/categories$/, () => <Categories />],
  [/^\/tags$/, () => <Tags />],
  [/^\/translations$/, () => <TranslationsView />],
  [
    /^\/translate\/(events|series|venues|organizers|categories|tags|groups)\/(\d+)$/,
    (name = '', id = '') => (
      <TranslationEditor
        key={name + id}
        collection={isTranslatedCollection(name) ? name : 'series'}
        id={Number(id)}
      />
    ),
  ],
  [/^\/media$/, () => <MediaLibrary />],
  [/^\/import$/, () => <ImportView />],
  [/^\/review$/, () => <Review />],
  [/^\/trash$/, () => <TrashView />],
  [/^\/users$/, () => <Users />],
  [/^\/subscriptions$/, () => <Subscriptions />],
  [/^\/webhooks$/, () => <Webhooks />],
  [/^\/federation$/, () => <FederationView />],
  [/^\/settings$/, () => <SettingsView />],
  [/^\/account$/, () => <Account />],
  [/^\/email$/, () => <ConfirmEmail />],
  [/^\/log$/, () => <ChangeLog />],
]

/** Renders the view at a path below the desk. */
export function ViewAt({ path }: { readonly path: string }) {
  for (const [pattern, view] of views) {
    const found = pattern.exec(path)
    if (found !== null) return view(...found.slice(1))
  }
  return (
    <>
      <Title text={t('nowhere')} />
      <p>{t('nowhere.text')}</p>
    </>
  )
}
