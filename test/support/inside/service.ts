/** The parts of the program inside that tests of the service reach: they follow it when it moves. */

export { changeStreamsOf, MAX_STREAMS_PER_CALLER } from '../../../src/changes/streams.ts'
export { restoreBackupFile } from '../../../src/commands/backup.ts'
export { databaseAndImageFaults } from '../../../src/commands/check.ts'
export { isOfFullDisk } from '../../../src/commands/files.ts'
export { makeImportProgressListeners } from '../../../src/commands/import.ts'
export { currentMoment } from '../../../src/commands/opened-store.ts'
export { person } from '../../../src/commands/person.ts'
export { commands } from '../../../src/commands/run.ts'
export { databaseExistsOrMayBeMade } from '../../../src/commands/user.ts'
export { readConfig } from '../../../src/config.ts'
export { feedCache } from '../../../src/http/cache/feed-cache.ts'
export { viewerKey } from '../../../src/http/cache/renderings.ts'
export { pathForLogs } from '../../../src/http/observability/logs.ts'
export {
  isNotModified,
  prefersReasons,
  prefersStrictHandling,
  requireChangePreconditions,
} from '../../../src/http/protocol.ts'
export { jsonFaultOffset } from '../../../src/http/request/body.ts'
export { bodyReserver, readWholeBody } from '../../../src/http/request/body-admission.ts'
export { problemOfError } from '../../../src/http/response/problems.ts'
export { renderQueues } from '../../../src/http/response/render-queues.ts'
export { spoolBody } from '../../../src/http/response/send-feed.ts'
export { limitConnections, trustedProxyTest } from '../../../src/http/server/bounds.ts'
export { MAX_CONNECTIONS, timeouts } from '../../../src/http/server/server.ts'
export { acceptForwardedWrites, forwardWrites } from '../../../src/http/server/write-forwarding.ts'
export { parseRoleRules } from '../../../src/oidc/rules.ts'
export { firstUses } from '../../../src/oidc/sign-in.ts'
export { rooms } from '../../../src/rooms.ts'
export { identityProviderIn } from '../../../src/saml/metadata.ts'
export { personIn } from '../../../src/saml/sign-in.ts'
export { createService, type Service } from '../../../src/service.ts'
export { utf8Buffer } from '../../../src/support/shared-budget-cache.ts'
export { backUpsOf } from '../../../src/upkeep/running/upkeep.ts'
