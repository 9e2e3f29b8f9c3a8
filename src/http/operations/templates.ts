/** Templates of events over HTTP (contract §16, ext.). */
import {
  addTemplate,
  removeTemplate,
  renameTemplate,
  usableTemplates,
} from '../../actions/groups/templates.ts'
import { type TemplateOperationName, templateArgsByOperation } from '../../contract/operations/templates.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import type { EventTemplate } from '../../store/store.ts'
import { idOfPathParams } from '../request/api-request.ts'
import { sentArgs } from '../request/body.ts'
import type { OperationHandlers } from './handler.ts'

const headers = { 'Cache-Control': 'private, no-store' }

const shown = ({ id, name, group_id, fields, modified_utc }: EventTemplate) => ({
  id,
  name,
  group: group_id ?? 0,
  fields: Object(JSON.parse(fields)),
  modified_utc: utcTimestampOfEpoch(modified_utc),
})

/** Returns the handlers of templates. They throw 400, 401, 403 or 404. */
export const templateHandlers = (): OperationHandlers<TemplateOperationName> => ({
  async 'list-templates'({ context }) {
    const templates = (await usableTemplates(context)).map(shown)
    return { status: 200, headers, body: { templates } }
  },
  async 'add-template'(request) {
    const sent = parseArgs(templateArgsByOperation['add-template'], await sentArgs(request), 'create')
    return { status: 201, headers, body: shown(await addTemplate(sent, request.context)) }
  },
  async 'rename-template'(request) {
    const { name } = parseArgs(templateArgsByOperation['rename-template'], await sentArgs(request), 'create')
    const template = await renameTemplate(idOfPathParams(request.params), name, request.context)
    return { status: 200, headers, body: shown(template) }
  },
  async 'remove-template'({ params, context }) {
    return { status: 200, headers, body: shown(await removeTemplate(idOfPathParams(params), context)) }
  },
})
