/** The dialect of `wp/v2`: representations of the plugin, which the routes reshape, and the names of posts in requests (contract §12). */
import type { RepresentationsOfAlias } from '../../representations/dialect.ts'
import { inlineLinksInOurNames } from './inline-links.ts'
import { type JsonObject, withoutMembers } from './json.ts'
import { pluginDialect } from './plugin.ts'
import { pluginArgsAsOurs } from './plugin-args.ts'
import { metaAsFields } from './post-meta.ts'
import { postFieldsUnderOurNames } from './request-names.ts'

/** Tags have no parent, which clients send as 0. */
const withoutNoParent = (sent: JsonObject): JsonObject =>
  [0, '0', null, ''].some((none) => none === sent.parent) ? withoutMembers(sent, 'parent') : sent

export const wordpressDialect: RepresentationsOfAlias = {
  ...pluginDialect,
  async sent(sent, questions) {
    const named = await metaAsFields(await postFieldsUnderOurNames(sent, questions), questions)
    const meant = questions.resource === 'tag' ? withoutNoParent(named) : named
    return pluginArgsAsOurs(questions.resource === 'event' ? inlineLinksInOurNames(meant) : meant, questions)
  },
}
