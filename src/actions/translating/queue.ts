/** Lists what is to translate into a language (contract §15, ext.), for editors. */

import type { Context } from '../../api/context.ts'
import { contentChoiceIn, requireContentLanguageOfTag } from '../../api/languages.ts'
import { refusalProblem, rightsByRole } from '../../api/policy.ts'
import { type ReasonToTranslate, reasonsToTranslate } from '../../contract/operations/translating.ts'
import { type ResourceName, resourceNames } from '../../contract/resources/index.ts'
import type { TranslationQueue } from '../../store/store.ts'

/** The args of a list of work. */
interface QueueArgs {
  readonly language: string
  readonly state?: readonly ReasonToTranslate[] | undefined
  readonly resource?: readonly ResourceName[] | undefined
  readonly page: number
  readonly per_page: number
}

/** Returns a page of what is to translate. Throws 400, and 401 or 403 for others than editors. */
export async function translationQueuePage(args: QueueArgs, context: Context): Promise<TranslationQueue> {
  if (rightsByRole[context.actor.role].edits !== 'all') throw refusalProblem(context.actor)
  const { page, per_page, state = reasonsToTranslate, resource = resourceNames } = args
  return context.store.translationQueue({
    language: requireContentLanguageOfTag(args.language, context),
    languages: contentChoiceIn(context).languages,
    states: state,
    resources: resource,
    now: context.moment.now,
    page,
    per_page,
  })
}
