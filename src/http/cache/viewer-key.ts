/** The part of the keys of caches that says what a viewer may see. */
import { type AccessScope, scopeKey } from '../../domain/publication/access.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import { contentLanguageKeyOfRoot } from '../../representations/urls.ts'

/** The part of the cache key for a viewer and a root: viewers with equal keys see equal representations. */
export function viewerKey(scope: AccessScope, { root }: Pick<JsonItemContext, 'root'>): string {
  const dialect = root.dialect?.form ?? 'own'
  return `${root.url}\n${root.namespace}\n${dialect}\n${contentLanguageKeyOfRoot(root)}\n${scopeKey(scope)}`
}
