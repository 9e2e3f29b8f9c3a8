/** Descriptions of responses, in English. */

/** Descriptions of responses that several operations have. */
export const responseTexts: Readonly<
  Record<'put.new' | 'moved' | 'options' | 'not_modified' | 'default', string>
> = {
  'put.new': 'The new event.',
  moved:
    'The item was merged into another one (`item-merged`), or has another slug (`item-renamed`); Location has its URL.',
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
