/** The tools of one application and their descriptions, which are the same for all callers. */

import { openApiWordFunctionsOf, operationDescriberOf } from '../contract/described.ts'
import { isUpdateAction, isWriteOperation } from '../contract/operations.ts'
import type { RouteWithOperations } from '../contract/routes.ts'
import { type Tool, toolSchema, toolsOf } from '../contract/tools.ts'
import { memoizedByObject } from '../support/remembered.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'

/** A tool as the protocol describes it. */
export interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object' } & { readonly [key: string]: unknown }
  readonly annotations: Readonly<Record<string, unknown>>
}

export interface ToolCatalog {
  readonly tools: ReadonlyMap<string, Tool>
  /** The descriptions in a language, by name. */
  describedIn(language: InterfaceLanguageCode): ReadonlyMap<string, ToolDescription>
}

function descriptionsIn(language: InterfaceLanguageCode, tools: ReadonlyMap<string, Tool>) {
  const describe = operationDescriberOf(language)
  const { word } = openApiWordFunctionsOf(language)
  const words = { fields: word('parameter._fields'), rehearsal: word('parameter.dry_run') }
  const described = [...tools.values()].map((tool): [string, ToolDescription] => {
    const { name, operation } = tool
    const writing = {
      destructiveHint: operation.action !== 'create',
      idempotentHint: isUpdateAction(operation.action),
    }
    const annotations = {
      readOnlyHint: !isWriteOperation(operation),
      ...(isWriteOperation(operation) && writing),
      openWorldHint: false,
    }
    const inputSchema = { ...toolSchema(tool, describe, words), type: 'object' as const }
    return [name, { name, description: describe(operation), inputSchema, annotations }]
  })
  return new Map(described)
}

/**
 * Returns the tools among the operations of routes. Descriptions are built once for each language; nothing is, for a service that no
 * assistant uses: it was a thirtieth of a start.
 */
export const toolCatalogOf = memoizedByObject((routes: readonly RouteWithOperations[]): ToolCatalog => {
  const tools = toolsOf(routes.flatMap(({ operations }) => operations))
  const known = new Map<InterfaceLanguageCode, ReadonlyMap<string, ToolDescription>>()
  return {
    tools,
    describedIn(language) {
      const described = known.get(language) ?? descriptionsIn(language, tools)
      known.set(language, described)
      return described
    },
  }
})
