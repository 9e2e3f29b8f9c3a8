/** Lists what is to translate into a language (contract §15, ext.), for editors. */
import { type ReasonToTranslate, reasonsToTranslate } from '../../contract/operations/translating.ts'
import { type ResourceName, resourceNames } from '../../contract/resources/index.ts'
import { contentLanguageMatchingTag } from '../../domain/content/languages.ts'
import { because, invalidParam } from '../../problem.ts'
import type { TranslationQueue } from '../../store/store.ts'
import { contentChoiceIn } from '../compose/shown-texts.ts'
import type { Context, PureContext } from '../context.ts'
import { refusalProblem, rightsByRole } from '../policy.ts'

/** The args of a list of work. */
interface QueueArgs {
  readonly language: string
  readonly state?: readonly ReasonToTranslate[] | undefined
  readonly resource?: readonly ResourceName[] | undefined
  readonly page: number
  readonly per_page: number
}

/** Returns the content language that a tag stands for. Throws 400 on `language` if there is none. */
export function requireContentLanguageOfTag(tag: string, context: PureContext): string {
  const { languages } = contentChoiceIn(context)
  const found = contentLanguageMatchingTag(tag, languages)
  if (found === undefined)
    throw invalidParam('language', because('not_a_content_language', { languages: languages.join(', ') }))
  return found
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
