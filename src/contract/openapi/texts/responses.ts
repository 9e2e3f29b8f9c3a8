/** Descriptions of responses, in English. */
import type { OperationName } from '../../operations.ts'

/** Descriptions of successful responses by action, and of those that are common to several actions. */
export const responseTexts: Readonly<
  Record<
    OperationName | 'put.new' | 'moved' | 'mcp.accepted' | 'options' | 'not_modified' | 'default',
    string
  >
> = {
  index: 'The routes of this namespace.',
  doc: 'This document.',
  'put.new': 'The new event.',
  feed: 'The events, in the format of the URL’s extension.',
  'submission-challenge':
    'The challenge: find the number for which the salt, followed by the number, has this SHA-256.',
  'list-submissions': 'The submissions with their events, oldest first; those without a proof of work last.',
  submit: 'The submission and its secret address.',
  'read-submission': 'The state of the submission.',
  'change-submission': 'The corrected submission, which waits for a decision.',
  'withdraw-submission': 'The withdrawn submission.',
  'submission-image': 'The picture.',
  'decide-submission': 'The submission after the decision.',
  'list-asked-events':
    'The events about which reviewers asked their authors, with the question, the longest-waiting first.',
  'read-review': 'The last decision, and for reviewers the event with its version and similar events.',
  'share-preview': 'The secret address, which is shown only once, and the time until which it is valid.',
  'end-previews': 'The number of links that have ended.',
  'list-drafts': 'The newest drafts of changes to events that the caller may change, at most 100.',
  'read-draft': 'The draft of changes, or null if there is none.',
  'keep-draft': 'The draft as it is kept.',
  'discard-draft': 'The draft as it stood.',
  'apply-draft': 'The event as changed.',
  'decide-event': 'The decision, and the new status of the event.',
  'list-changes': 'A page of the newest change of each item.',
  'stream-changes': 'One message for each change; its id is the revision.',
  audit: 'A page of the changes, newest first.',
  import: 'A report of the import.',
  'preview-import': 'The format of the file, and for a table its columns with a proposed meaning of each.',
  batch: 'The result of each operation, in order.',
  undo: 'The items that were changed.',
  moved:
    'The item was merged into another one (`item-merged`), or has another slug (`item-renamed`); Location has its URL.',
  'list-translations': 'The page of what is to translate.',
  mcp: 'The JSON-RPC response.',
  'mcp.accepted': 'The message needs no response.',
  default: 'Any other problem.',
  options: 'The index entry of this route. Allow lists the methods that the client may use.',
  not_modified: 'Nothing has changed since the response that the request names.',
}

/** Descriptions of the statuses of problems. */
export const statusTexts: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'Valid credentials are required.',
  403: 'The client does not have permission.',
  404: 'The requested item or route does not exist.',
  405: 'This route does not support the method that overrides the POST request.',
  406: 'The Accept header excludes every available media type.',
  409: 'The request conflicts with the current state.',
  410: 'The item is in the trash.',
  412: 'The item does not match the preconditions of the request.',
  413: 'The body is too large.',
  414: 'The query string is too long.',
  415: 'The media type of the body is not supported.',
  422: 'The request is valid, but cannot be performed.',
  429: 'Too many requests.',
  500: 'An internal error of the service.',
  502: 'Another server did not answer as it should.',
  503: 'The service is temporarily unavailable.',
}
