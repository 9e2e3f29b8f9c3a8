/** The part of the desk with what events are linked to, and with translations of all of it. */
import { editorKey } from '../edited/made.ts'
import { GroupEditor, GroupList } from '../groups/editor.tsx'
import { VenueOrOrganizerEditor } from '../items/editor.tsx'
import { VenueOrOrganizerList } from '../items/list.tsx'
import { MediaLibrary } from '../media/library.tsx'
import { OwnPageEditor, OwnPageList } from '../own-pages.tsx'
import { Categories, Tags } from '../terms/view.tsx'
import { TranslationEditor, TranslationWorkListView } from '../translating/editor.tsx'
import { isTranslatedCollection } from '../translating/translation.tsx'
import { idOfPathPart, type ViewRoute } from './parts.ts'
import '../main.tsx'

/** For the form of an event, which makes categories. */
export { TermForm } from '../terms/view.tsx'

/** The one in a list whose dialog an address opens. */
const namedBy = (id: string | undefined) => (id === undefined ? {} : { id: Number(id) })

export const itemViewRoutes: readonly ViewRoute[] = [
  [
    /^\/(venues|organizers)$/,
    (name = '') => <VenueOrOrganizerList key={name} name={name === 'venues' ? name : 'organizers'} />,
  ],
  [
    /^\/(venues|organizers)\/(new|\d+)$/,
    (name = '', id = '') => (
      <VenueOrOrganizerEditor
        key={editorKey(`/${name}/${id}`)}
        name={name === 'venues' ? name : 'organizers'}
        id={idOfPathPart(id)}
      />
    ),
  ],
  [/^\/groups$/, () => <GroupList />],
  [
    /^\/groups\/(new|\d+)$/,
    (id = '') => <GroupEditor key={editorKey(`/groups/${id}`)} id={idOfPathPart(id)} />,
  ],
  [/^\/categories(?:\/(\d+))?$/, (id) => <Categories key={id} {...namedBy(id)} />],
  [/^\/tags(?:\/(\d+))?$/, (id) => <Tags key={id} {...namedBy(id)} />],
  [/^\/media(?:\/(\d+))?$/, (id) => <MediaLibrary key={id} {...namedBy(id)} />],
  [/^\/pages$/, () => <OwnPageList />],
  [
    /^\/pages\/(new|\d+)$/,
    (id = '') => <OwnPageEditor key={editorKey(`/pages/${id}`)} id={idOfPathPart(id)} />,
  ],
  [/^\/translations$/, () => <TranslationWorkListView />],
  [
    /^\/translate\/(events|series|venues|organizers|categories|tags|groups|media|pages)\/(\d+)$/,
    (name = '', id = '') => (
      <TranslationEditor
        key={name + id}
        collection={isTranslatedCollection(name) ? name : 'series'}
        id={Number(id)}
      />
    ),
  ],
]
