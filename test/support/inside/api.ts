/** The parts of the program inside that tests of the service reach: they follow it when it moves. */
import {
  documentTexts,
  headerTexts,
  operationDescriptions,
  operationGroupTexts,
  parameterTexts,
  securityTexts,
} from '../../../src/contract/openapi/texts.ts'

export { importArgs } from '../../../src/calendars/import/operations.ts'
export type { ArgSpecs } from '../../../src/contract/arg.ts'
export {
  documentTexts,
  operationGroupTexts,
  readOnlyFieldTexts,
  responseTexts,
  statusTexts,
} from '../../../src/contract/openapi/texts.ts'
export {
  type GroupRole,
  groupRoles,
  type Scope,
  scopes,
} from '../../../src/contract/operations/account-names.ts'
export { imageSettingNames, settingArgs } from '../../../src/contract/operations/settings.ts'
export type { Operation } from '../../../src/contract/operations.ts'
export { event, eventSeriesArgs } from '../../../src/contract/resources/event.ts'
export { eventFields, eventFlagNames } from '../../../src/contract/resources/fields/event-fields.ts'
export { allTranslatableFieldNames } from '../../../src/contract/resources/fields/index.ts'
export { federatedCategoryNames } from '../../../src/contract/resources/fields/other-fields.ts'
export type { FieldRow } from '../../../src/contract/resources/fields/row.ts'
export {
  type ItemName,
  isPublishable,
  itemNames,
  parseListArgs,
  resourceNamed,
} from '../../../src/contract/resources/index.ts'
export { namesOf, recordFromNames } from '../../../src/contract/table-of.ts'
export { VERSION, VERSION_WITH_COMMIT } from '../../../src/contract/version.ts'
export { MAX_TEMPLATES_PER_GROUP_OR_SITE } from '../../../src/events/index.ts'
export { operationsUnderNamespace, servedOperations } from '../../../src/operations.ts'
export { because, Problem, problems } from '../../../src/problem.ts'
export { apiDescriptionWords, wordingOf } from '../../../src/words/index.ts'
export { interfaceLanguageCodes } from '../../../src/words/languages.ts'

/** The texts of the document itself and of its shared parts. */
export const parts = {
  documentTexts,
  operationDescriptions,
  operationGroupTexts,
  headerTexts,
  parameterTexts,
  securityTexts,
}
