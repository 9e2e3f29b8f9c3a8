/** `tec/v1`, the plugin's newer namespace: our operations on events, venues and organizers, with lists as bare arrays. */
import { operationsOf } from '../../contract/operations.ts'
import { resourceNamed } from '../../contract/resources/index.ts'
import { routesOf } from '../../contract/routes.ts'
import { PLUGIN, TEC } from './companions.ts'
import { reshaped, type TranslatedRoute, type Translation } from './translation.ts'

const actions = ['list', 'create', 'read', 'update', 'remove']
const resources = ['event', 'venue', 'organizer'] as const

function translationOf(collection: string): Translation {
  return {
    namespace: TEC,
    query: (query) => query,
    response(response, rootUrl) {
      const place = {
        collection,
        from: `${rootUrl}/${PLUGIN}/${collection}`,
        to: `${rootUrl}/${TEC}/${collection}`,
      }
      return reshaped(response, place, (item) => item)
    },
  }
}

/** The routes of `tec/v1`. */
export const tecRoutes: readonly TranslatedRoute[] = resources.flatMap((name) => {
  const { collection } = resourceNamed(name)
  const own = operationsOf(PLUGIN).filter(
    ({ action, resource, by }) => resource === name && by !== 'slug' && actions.includes(action),
  )
  return routesOf(own).map((route) => ({ ...route, translation: translationOf(collection) }))
})
