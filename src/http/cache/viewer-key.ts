/** The part of the keys of caches that says what a viewer may see. */
import { type AccessScope, accessScopeKey } from '../../domain/publication/access.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import { cacheKeyOfRootContentLanguage, type Root } from '../../representations/urls.ts'
import { memoizedByObject } from '../../support/remembered.ts'

const rootKey = memoizedByObject((root: Root) => {
  const dialect = root.dialect?.form ?? 'own'
  return `${root.url}\n${root.namespace}\n${dialect}\n${cacheKeyOfRootContentLanguage(root)}`
})

/** The part of the cache key for a viewer and a root: viewers with equal keys see equal representations. */
export const viewerKey = (scope: AccessScope, { root }: Pick<JsonItemContext, 'root'>): string =>
  `${rootKey(root)}\n${accessScopeKey(scope)}`
